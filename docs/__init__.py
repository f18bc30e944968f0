"""What is written about the project, and what draws its pictures."""
