import { ADDRESSES } from '../../core/addresses.ts';
import type { Registration } from '../../registration.ts';
import { findPeople } from './queries.ts';

export const register: Registration = {
  find: {
    // Their records are those of several features, which is why they are found from here.
    person: async (tx, query) =>
      (await findPeople(tx.db, query)).flatMap((p) => {
        const path =
          p.kind === 'creator' && p.handle
            ? ADDRESSES.creator(p.handle)
            : p.contractId
              ? ADDRESSES.deal(p.contractId)
              : p.offerId
                ? ADDRESSES.offer(p.offerId)
                : null;
        return path ? [{ id: p.id, title: p.name, detail: null, path }] : [];
      }),
  },
};
