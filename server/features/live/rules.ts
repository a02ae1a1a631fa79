/** Topics of one connection, at most: more than any user has orgs. */
export const MAX_TOPICS = 100;
