"""What lies where on a screen: nothing over another, nothing moved, nothing cut."""
