/**
 * Latencies in microseconds in buckets whose width grows with the value: every figure read from it is at most 1.6 % off, whatever
 * its size, and recording costs a few nanoseconds (the idea of HDR histograms).
 */
const SUB_BITS = 6;
const SUB = 1 << SUB_BITS;
const SIZE = SUB * 34;

export class Histogram {
  counts = new Uint32Array(SIZE);
  total = 0;
  max = 0;
  sum = 0;

  record(microseconds) {
    const value = microseconds < 0 ? 0 : Math.round(microseconds);
    this.counts[bucketOf(value)]++;
    this.total++;
    this.sum += value;
    if (value > this.max) this.max = value;
  }

  /** @param {number} share 0 to 1. @returns milliseconds */
  percentile(share) {
    const rank = Math.max(1, Math.ceil(share * this.total));
    let seen = 0;
    for (let i = 0; i < SIZE; i++) {
      seen += this.counts[i];
      if (seen >= rank) return Math.min(upperEdge(i), this.max) / 1000;
    }
    return 0;
  }

  get mean() {
    return this.total ? this.sum / this.total / 1000 : 0;
  }

  /** Percentiles in milliseconds, as reports show them. */
  summary() {
    return {
      count: this.total,
      mean: this.mean,
      p50: this.percentile(0.5),
      p90: this.percentile(0.9),
      p95: this.percentile(0.95),
      p99: this.percentile(0.99),
      p999: this.percentile(0.999),
      max: this.max / 1000,
    };
  }

  /** Take in what another process recorded. */
  add({ counts, total, max, sum }) {
    for (const [index, count] of counts) this.counts[index] += count;
    this.total += total;
    this.sum += sum;
    this.max = Math.max(this.max, max);
    return this;
  }

  /** Compact form for messages between processes. */
  toMessage() {
    const counts = [];
    this.counts.forEach((count, index) => count && counts.push([index, count]));
    return { counts, total: this.total, max: this.max, sum: this.sum };
  }
}

function bucketOf(value) {
  if (value < SUB) return value;
  const exponent = 31 - Math.clz32(Math.min(value, 0x7fffffff)) - SUB_BITS;
  return SUB + exponent * SUB + ((Math.min(value, 0x7fffffff) >> exponent) & (SUB - 1));
}

function upperEdge(index) {
  if (index < SUB) return index;
  const exponent = Math.floor((index - SUB) / SUB);
  return (SUB + ((index - SUB) % SUB) + 1) * 2 ** exponent - 1;
}
