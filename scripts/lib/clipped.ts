import type { Page } from '@playwright/test';

/** Runs in the page, as text: a bundler's function names do not exist there. */
const CLIPPED = `(() => {
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && el.getClientRects().length > 0;
  const clipped = [];
  for (const el of document.querySelectorAll('a,button,label,h1,h2,h3,p,th,td,dt,dd,li,span,legend')) {
    if (!shown(el) || el.closest('.sr-only,[data-slot="consent"] [hidden]')) continue;
    const style = getComputedStyle(el);
    const cut = style.overflowX !== 'visible' && el.scrollWidth > el.clientWidth + 1 && style.textOverflow !== 'ellipsis' && !/auto|scroll/.test(style.overflowX);
    const spilled = /^(A|BUTTON)$/.test(el.tagName) && style.whiteSpace === 'nowrap' && el.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !el.closest('[class*="overflow-x"]');
    if (cut || spilled) clipped.push(el.tagName.toLowerCase() + ': ' + el.textContent.trim().slice(0, 60));
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) clipped.push('the page is wider than its window');
  return [...new Set(clipped)];
})()`;

/** Texts of a page that are cut off, or reach beyond the window. */
export const clippedOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(CLIPPED);
