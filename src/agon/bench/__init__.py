"""Speed, side by side with what is installed of the peers, as ratios measured in one run."""
