/** Topics of one connection, at most: more than any user has orgs. */
export const MOST_TOPICS = 100;
