"""Many transcripts: found on the disk or in a stream, read within limits, judged by one process or several."""
