interface Arranged {
  id: string;
  pinned: boolean;
}

/**
 * The works with one of them at another place, as near to it as its group allows: the pinned works stay before the
 * others. Null where nothing would move.
 */
export function arranged<Work extends Arranged>(works: readonly Work[], id: string, to: number): Work[] | null {
  const from = works.findIndex((work) => work.id === id);
  const moved = works[from];
  if (!moved) return null;
  const pinned = works.filter((work) => work.pinned).length;
  const [first, last] = moved.pinned ? [0, pinned - 1] : [pinned, works.length - 1];
  const place = Math.min(last, Math.max(first, to));
  return place === from ? null : works.toSpliced(from, 1).toSpliced(place, 0, moved);
}
