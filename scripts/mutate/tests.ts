/** Variable of the tests that run on each change; without it all of the rules of money. */
export const MUTATE_TESTS = 'MUTATE_TESTS';
