"""Runs over files of cases: evaluated, spread over processes and shards, brought in."""
