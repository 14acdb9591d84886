"""What every page is made with: answers, problems, forms, template tags."""
