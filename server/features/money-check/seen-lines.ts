/** Which lines were seen, in eight bytes each: the set is as large as the platform's history. */
export class SeenLines {
  #hashes = new BigUint64Array(1_024);
  #size = 0;
  #sorted = true;

  add(id: string): void {
    if (this.#size === this.#hashes.length) {
      const larger = new BigUint64Array(this.#size * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#size] = hashOf(id);
    this.#size += 1;
    this.#sorted = false;
  }

  has(id: string): boolean {
    if (!this.#sorted) this.#hashes.subarray(0, this.#size).sort();
    this.#sorted = true;
    const wanted = hashOf(id);
    let low = 0;
    let high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#hashes[middle]!;
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}

/** Two 32-bit FNV-1a walks: ids of the provider are random, so that no two of millions share a value. */
function hashOf(id: string): bigint {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < id.length; i += 1) {
    const code = id.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x01000193);
  }
  return (BigInt(a >>> 0) << 32n) | BigInt(b >>> 0);
}
