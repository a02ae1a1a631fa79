/** One connection follows at most as many: more than anybody has orgs. */
export const MOST_TOPICS = 100;
