/** The pattern of texts that contain this one, for `like` and `ilike`; its own signs stand for themselves. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
