import type { Page } from '@playwright/test';

/**
 * Delays the answer of the next such request. `requested` resolves once the request is sent; `letGo` delivers the answer, and
 * resolves when it is delivered: a test that ends before that would take the answer away.
 */
export async function holdNext(
  page: Page,
  address: RegExp,
): Promise<{ requested: Promise<unknown>; letGo: () => Promise<void> }> {
  let open = () => {};
  let done = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const delivered = new Promise<void>((resolve) => (done = resolve));
  await page.route(
    address,
    async (route) => {
      // Null when the test ended meanwhile; a test that still waits for the answer fails by itself.
      const answer = await route.fetch().catch(() => null);
      if (!answer) return done();
      await gate;
      await route.fulfill({ response: answer }).finally(done);
    },
    { times: 1 },
  );
  return {
    requested: page.waitForRequest(address),
    letGo: () => {
      open();
      return delivered;
    },
  };
}
