// Where an ad is checked; the rules are shared with other texts.
export { namesContact } from '../moderation/contact/rules.ts';
