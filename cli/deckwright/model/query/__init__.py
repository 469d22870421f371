"""The query language: `kind:monster class:engineer tech>=3 -mark:unique ("data lake" or level:chief)`."""
