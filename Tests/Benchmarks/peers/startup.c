// Times exec to the first line of output: `startup <runs> <command> … [--split <command> …]` takes the commands in turn and prints
// a line per run: which command, milliseconds, and its proportional set size at rest in KiB (every tenth run, else -1).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static long proportionalSetSize(pid_t child) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)child);
    FILE *file = fopen(path, "r");
    long size = -1;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %ld", &size) == 1) break;
    if (file) fclose(file);
    return size;
}

static int measure(char **command, double *milliseconds, long *size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return 1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    pid_t child;
    double start = now();
    int failed = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) { fprintf(stderr, "startup: %s: %s\n", command[0], strerror(failed)); return 1; }
    char byte = 0;
    while (read(ends[0], &byte, 1) == 1 && byte != '\n') {}
    *milliseconds = now() - start;
    if (size) {
        struct timespec rest = {0, 100000000};
        nanosleep(&rest, NULL);
        *size = proportionalSetSize(child);
    }
    kill(child, SIGTERM);
    close(ends[0]);
    waitpid(child, NULL, 0);
    if (byte != '\n') fprintf(stderr, "startup: %s ended without a line\n", command[0]);
    return byte != '\n';
}

int main(int argc, char **argv) {
    if (argc < 3) return 64;
    int runs = atoi(argv[1]), commands = 0;
    char **starts[8];
    starts[commands++] = argv + 2;
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], "--split") && commands < 8) { argv[i] = NULL; starts[commands++] = argv + i + 1; }
    for (int run = 0; run < runs; run++)
        for (int c = 0; c < commands; c++) {
            double milliseconds = 0;
            long size = -1;
            if (measure(starts[c], &milliseconds, run % 10 == 0 ? &size : NULL)) return 1;
            printf("%d %.3f %ld\n", c, milliseconds, size);
        }
    return 0;
}
