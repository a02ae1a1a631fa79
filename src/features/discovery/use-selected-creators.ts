import { useState } from 'react';
import type { FoundCreator } from '../../../server/features/discovery/schema.ts';

/** Creators that are selected in the results, by the ids of their orgs; they stay selected in other results. */
export function useSelectedCreators() {
  const [selected, setSelected] = useState<ReadonlyMap<string, FoundCreator>>(new Map());
  return {
    selected,
    chosen: [...selected.values()],
    select: (creator: FoundCreator, on: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        if (on) next.set(creator.orgId, creator);
        else next.delete(creator.orgId);
        return next;
      }),
    remove: (orgId: string) => setSelected((before) => new Map([...before].filter(([id]) => id !== orgId))),
    clear: () => setSelected(new Map()),
  };
}
