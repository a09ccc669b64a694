"""What `make dist` is made of: one module for each kind of package, and what they share."""
