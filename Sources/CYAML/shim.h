#pragma once
// The door to libyaml. All of it can be called from Swift; the file exists so that the compiler finds the header by its name.
#include <yaml.h>
