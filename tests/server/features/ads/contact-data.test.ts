import { expect, test } from 'vitest';
import { contactIn } from '../../../../server/features/ads/problems/rules.ts';

test.each([
  'Write to cafe@example.com for a table',
  'Write to cafe @ example . com for a table',
  'Call +33 6 12 34 56 78 after noon',
  'Call +33 6\u200B12\u200B34\u200B56\u200B78 after noon',
  'اتصل على +٣٣٦١٢٣٤٥٦٧٨',
  'Звоните ０６ １２ ３４ ５６ ７８',
  'See https://example.com/menu',
  'See www.example.com',
  'Our menu stands on cafe-du-port.fr now',
  'I pay by PayPal only',
])('refuses contact data: %s', (text) => {
  expect(contactIn(text)).not.toBeNull();
});

test.each([
  'Lunch for two worth 45.50 EUR on 24.11.2026 between 12.00 and 14.30',
  'One reel of 30 seconds for 1.200,00 €',
  'Two stories.We open at 9 a.m.',
  'غداء لشخصين بقيمة ٤٥٫٥٠ يورو',
  '午餐两位，价值 45.50 欧元。',
  'Un repas pour @lea et une amie, 13001 Marseille',
])('passes a plain text: %s', (text) => {
  expect(contactIn(text)).toBeNull();
});
