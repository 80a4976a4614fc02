"""The figures of a judge as the desk shows them, worked out apart."""
