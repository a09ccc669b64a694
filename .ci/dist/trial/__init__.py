"""What `make dist-test` stands on: bare systems, and a portal that is started in one."""
