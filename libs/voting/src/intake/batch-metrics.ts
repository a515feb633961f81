import { Histogram, type Registry } from 'prom-client';

/** What is measured of each batch of votes. */
export function observerOf(metrics: Registry): (count: number, milliseconds: number, waited: number) => void {
  const size = new Histogram({
    name: 'abato_cast_batch_votes',
    help: 'Votes written by one statement',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [metrics],
  });
  const duration = new Histogram({
    name: 'abato_cast_flush_seconds',
    help: 'Duration of one durable write of a batch of votes',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics],
  });
  const wait = new Histogram({
    name: 'abato_cast_wait_seconds',
    help: 'How long the first vote of a batch waited for its write to begin',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
    registers: [metrics],
  });
  return (count, milliseconds, waited) => {
    size.observe(count);
    duration.observe(milliseconds / 1000);
    wait.observe(waited / 1000);
  };
}
