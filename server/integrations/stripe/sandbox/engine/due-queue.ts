/** A binary min-heap of ids by due time (seconds); equal times leave in the order they came. */
export class DueQueue {
  #items: { due: number; order: number; id: string }[] = [];
  #order = 0;

  push(due: number, id: string): void {
    const items = this.#items;
    items.push({ due, order: this.#order++, id });
    let at = items.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  peek(): { due: number; id: string } | undefined {
    return this.#items[0];
  }

  pop(): { due: number; id: string } | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    items[0] = last;
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      let least = at;
      if (left < items.length && this.#before(left, least)) least = left;
      if (right < items.length && this.#before(right, least)) least = right;
      if (least === at) return top;
      this.#swap(at, least);
      at = least;
    }
  }

  clear(): void {
    this.#items = [];
  }

  #before(a: number, b: number): boolean {
    const x = this.#items[a]!;
    const y = this.#items[b]!;
    return x.due < y.due || (x.due === y.due && x.order < y.order);
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    [items[a], items[b]] = [items[b]!, items[a]!];
  }
}
