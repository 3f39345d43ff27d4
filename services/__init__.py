"""The services, one folder a process. They meet only on the bus and never import each other."""
