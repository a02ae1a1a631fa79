/**
 * Every message and label of the specification's sections 1, 2 (public routes, landing page, account screens, what is on
 * every page), 4, 5 and 8, as a reader of English sees it, with the scene in which it is seen. `tests/e2e/spec-texts.spec.ts`
 * plays each scene and looks for its texts. Texts of screens to come are marked open with the reason; that list only
 * shrinks (`spec-texts.test.ts`).
 */
export type Section = '1' | '2' | '4' | '5' | '8';

export const SCENES = {
  // landing
  landing: 'the start page, scrolled to its end',
  landingFrench: 'the start page in French',
  languages: 'the language switcher of a public page',
  // what every page may show
  notFound: 'an address that does not exist',
  globalError: 'a screen whose code fails',
  // doors
  signIn: '/auth, Sign In',
  signUp: '/auth, Sign Up',
  signInRefused: '/auth after one wrong password',
  signInLocked: '/auth after three wrong passwords',
  signInOther: '/auth when the service refuses for a reason of its own',
  signInUnexpected: '/auth when the service does not answer',
  signUpDuplicate: '/auth, Sign Up with a taken email',
  signUpHalf: '/auth, Sign Up when the profile cannot be stored',
  signedUp: '/auth, Sign Up with success',
  resetAskedWithoutEmail: '/auth, reset asked for without an email',
  resetAsked: '/auth, reset asked for',
  // reset page
  reset: '/reset-password',
  resetEmpty: '/reset-password with nothing filled in',
  resetResendWithoutEmail: '/reset-password, code asked for without an email',
  resetResent: '/reset-password, code asked for',
  resetResendRefused: '/reset-password, code asked for, the server answers without a reason',
  resetResendUnreachable: '/reset-password, code asked for, the server is not reached',
  resetRefused: '/reset-password with a wrong code',
  resetRefusedUnsaid: '/reset-password, the server refuses without a reason',
  resetUnreachable: '/reset-password, the server is not reached',
  resetDone: '/reset-password with success',
  // verify page
  verify: '/verify-account with the email passed in',
  verifyEmpty: '/verify-account without a code',
  verifyRefused: '/verify-account with a wrong code',
  verifyResent: '/verify-account, code sent again',
  verifyResendFailed: '/verify-account, code sent again, the server is not reached',
  verified: '/verify-account with success',
  // signed in
  brandHome: 'the home of a brand',
  microMarket: '/micro-marketplace of a brand',
  newList: '/discovery/lists of a brand, a list being created',
  templates: '/messages of a brand, templates of the conversation',
  openAds: '/browse-ads of a brand',
  ownProfile: '/profile of a brand',
  loading: '/payments of a brand while it loads',
  creatorScreens: 'the signed-in screens of a creator',
  brandScreens: 'the signed-in screens of a brand',
} as const;
export type Scene = keyof typeof SCENES;

/** `words`: the whole text of an element. */
export type Found = 'text' | 'words' | 'link' | 'button' | 'heading' | 'radio' | 'option' | 'field' | 'password';

export interface SpecText {
  section: Section;
  /** Word for word; `{n}` stands for a number. */
  text: string;
  scene: Scene;
  as: Found;
  /** Why it cannot be seen yet. */
  open?: string;
}

const t = (section: Section, scene: Scene, as: Found, ...texts: string[]): SpecText[] =>
  texts.map((text) => ({ section, text, scene, as }));
const open = (reason: string, rows: SpecText[]): SpecText[] => rows.map((row) => ({ ...row, open: reason }));

const MODULES = 'comes with the dashboard modules';

export const SPEC_TEXTS: readonly SpecText[] = [
  // §1: what the landing page claims
  ...t(
    '1',
    'landing',
    'text',
    'AI smart matching',
    'AI-generated campaign briefs',
    'AI contract and pricing suggestions',
    'fake followers',
    'engagement fraud',
    'plain words',
    '10k followers and 5%+ engagement',
    'ROI reports',
    'escrow',
    'Invoicing and payment tracking',
    'Creator analytics',
    'Social media management suite',
    'Creator growth and monetization',
  ),
  ...t('1', 'landing', 'text', 'Discover and match', 'Collaborate and create', 'Pay and analyze'),
  ...t(
    '1',
    'landing',
    'text',
    'Free for brands',
    'Unlimited ads',
    'AI matching',
    'Review and approve influencers',
    'Secure payments',
    'Campaign analytics',
  ),
  ...t(
    '1',
    'landing',
    'text',
    'Free for influencers',
    'profile',
    'Browse and apply to campaigns',
    'Content tools',
    'Fast, secure payments',
    'Dedicated support',
  ),
  ...t('1', 'landing', 'text', 'no upfront cost', 'no hidden fees'),
  ...t(
    '1',
    'landing',
    'text',
    '50K+',
    '300%',
    '4.8',
    'verified influencers',
    'average ROI increase',
    'customer rating',
  ),
  ...t('1', 'landingFrench', 'text', 'plus de 50 points de données'),
  ...t('1', 'landing', 'text', 'No credit card', 'under 30 seconds'),
  ...t(
    '1',
    'languages',
    'option',
    'English',
    'Français',
    'Español',
    'Italiano',
    'Português',
    '中文',
    'Русский',
    'العربية',
  ),

  // §2: routes and what is on every page
  ...t('2', 'notFound', 'heading', 'Oops! Page not found'),
  ...t('2', 'notFound', 'link', 'Return to Home'),
  ...t('2', 'globalError', 'heading', 'Something went wrong'),
  ...t('2', 'globalError', 'button', 'Try Again'),
  ...t('2', 'globalError', 'link', 'Go Home'),

  // §2: landing page
  ...t('2', 'landing', 'link', 'Features', 'How it Works', 'Testimonials', 'Pricing', 'Get Started'),
  ...t('2', 'landing', 'heading', 'Ready to Transform Your Marketing?'),
  ...t('2', 'landing', 'link', 'Brand Login', 'Influencer Login', 'Start as Brand', 'Join as Influencer'),

  // §2: /auth
  ...t('2', 'signIn', 'link', 'Sign In', 'Sign Up'),
  ...t('2', 'signIn', 'field', 'Email'),
  ...t('2', 'signIn', 'password', 'Password'),
  ...t('2', 'signIn', 'button', 'Show password', 'Sign In'),
  ...t('2', 'signUp', 'field', 'Display name', 'Email'),
  ...t('2', 'signUp', 'password', 'Password'),
  ...t('2', 'signUp', 'radio', 'Influencer / Creator', 'Brand / Business'),
  ...t('2', 'signUp', 'button', 'Sign Up'),
  ...t('2', 'signInRefused', 'text', '{n} attempts remaining'),
  ...t('2', 'signInRefused', 'button', 'Send Password Reset'),

  // §2: /reset-password
  ...t('2', 'reset', 'field', 'Email', '6-digit code'),
  ...t('2', 'reset', 'password', 'New password'),
  ...t('2', 'reset', 'button', 'Reset Password', 'Resend code'),
  ...t('2', 'reset', 'link', 'Back'),

  // §2: /verify-account
  ...t('2', 'verify', 'text', 'passed-in@example.com', 'junk folder'),
  ...t('2', 'verify', 'field', 'Verification code'),
  ...t('2', 'verify', 'button', 'Verify Account', 'Resend verification code'),

  // §2: dashboard modules and common labels
  ...t('2', 'brandHome', 'text', 'Try it now', 'Search...'),
  ...t('2', 'loading', 'text', 'Loading...'),
  ...t('2', 'openAds', 'button', 'Filters'),
  ...t('2', 'ownProfile', 'button', 'Save'),
  ...t('2', 'newList', 'button', 'Cancel', 'Create'),
  ...t('2', 'templates', 'button', 'Edit', 'Delete'),
  ...t('2', 'microMarket', 'words', 'Contact', 'View More'),
  ...t('2', 'microMarket', 'heading', 'Micro-Influencer Marketplace'),
  ...t(
    '2',
    'microMarket',
    'text',
    'Browse Influencers',
    'Saved Influencers',
    'Recently Contacted',
    'Marketplace Analytics',
    'Available Now',
    'Avg Price',
    'Avg Rating',
  ),
  ...open(MODULES, [
    ...t(
      '2',
      'creatorScreens',
      'heading',
      'UGC Content Studio',
      'Automated Campaign Lifecycle',
      'Influencer Scoring System',
    ),
    ...t(
      '2',
      'creatorScreens',
      'text',
      'Content Library',
      'Analytics',
      'Templates',
      'Brand Guidelines',
      'Total Content',
      'Avg Engagement',
      'Total Views',
      'Pending Review',
    ),
    ...t(
      '2',
      'brandScreens',
      'text',
      'Active Campaigns',
      'Campaign Templates',
      'Automation Rules',
      'Performance Analytics',
      'Avg Automation',
      'Total Reach',
    ),
    ...t(
      '2',
      'brandScreens',
      'text',
      'Influencer Rankings',
      'Scoring Methodology',
      'Score Analytics',
      'Scoring Settings',
      'Total Scored',
      'Avg Score',
      'High Quality',
      'Risk Flagged',
    ),
  ]),

  // §4
  ...t('4', 'signedUp', 'text', 'Account created successfully! Please check your email to verify your account.'),
  ...open(MODULES, t('4', 'brandScreens', 'text', 'Pending Review')),

  // §5: 'Missing fields: …' and its like are title and description of one toast
  ...t('5', 'signUp', 'text', 'At least 6 characters'),
  ...t('5', 'reset', 'text', 'At least 8 characters'),
  ...t('5', 'resetEmpty', 'text', 'Missing fields', 'Please fill out all fields to reset your password.'),
  ...t('5', 'resetResendWithoutEmail', 'text', 'Email required', 'Please enter your email address first.'),
  ...t('5', 'verifyEmpty', 'text', 'Please enter both your email and verification code.'),
  ...t('5', 'resetAskedWithoutEmail', 'text', 'Please enter your email address first.'),

  // §8
  ...t('8', 'signInRefused', 'text', 'Invalid email or password. {n} attempts remaining.'),
  ...t('8', 'signInLocked', 'text', 'Too many failed attempts. Please reset your password.'),
  ...t('8', 'signInOther', 'text', 'Sign-in is closed for maintenance until 9:00.'),
  ...t('8', 'signInUnexpected', 'text', 'An unexpected error occurred. Please try again.'),
  ...t('8', 'signUpDuplicate', 'text', 'An account with this email already exists. Please sign in instead.'),
  ...t('8', 'signUpHalf', 'text', 'Account created but profile setup failed. Please contact support.'),
  ...t('8', 'resetAsked', 'text', 'If an account with this email exists, you will receive a password reset link.'),
  ...t('8', 'resetResendRefused', 'text', 'Failed to resend code', 'Unable to send reset email.'),
  ...t('8', 'resetResendUnreachable', 'text', 'Failed to resend code', 'Please try again later.'),
  ...t('8', 'resetRefused', 'text', 'Reset failed', 'This code is not right.'),
  ...t('8', 'resetRefusedUnsaid', 'text', 'Reset failed.'),
  ...t('8', 'resetUnreachable', 'text', 'Reset failed', 'Please try again later.'),
  ...t('8', 'verifyRefused', 'text', 'Verification failed.', 'Please check your code and try again.'),
  ...t('8', 'verifyResendFailed', 'text', 'Resend failed', 'Please try again later.'),
  ...t('8', 'resetResent', 'text', 'Code sent!', 'new 6-digit code'),
  ...t('8', 'resetDone', 'text', 'Password updated!'),
  ...t('8', 'verified', 'text', 'Verified!'),
  ...t('8', 'verifyResent', 'text', 'Verification code resent!'),
];
