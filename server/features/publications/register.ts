import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { retimePosts } from './retime.ts';
import { erasePostsOfPerson, isOpenPost, openPosts, overduePosts } from './queries.ts';

export const register: Registration = {
  openRows: { publicationCheck: { open: openPosts, overdue: overduePosts, mayResume: isOpenPost } },
  exportParts: [
    rowsOfOrgs('live-posts', 'publications', ['brand_org', 'creator_org']),
    rowsOfOrgs('live-post-checks', 'publication_checks', ['brand_org', 'creator_org']),
  ],
  amendClocks: retimePosts,
  erase: (tx, { userId }) => erasePostsOfPerson(tx.db, { userId, at: tx.clock.now() }),
};
