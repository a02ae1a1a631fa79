import type { Page } from '@playwright/test';

/** Delays the answer of the next such request; `letGo` delivers it. `requested` resolves once the request is sent. */
export async function holdNext(
  page: Page,
  address: RegExp,
): Promise<{ requested: Promise<unknown>; letGo: () => void }> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(
    address,
    async (route) => {
      // Null when the test ended meanwhile; a test that still waits for the answer fails by itself.
      const answer = await route.fetch().catch(() => null);
      if (!answer) return;
      await gate;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  return { requested: page.waitForRequest(address), letGo };
}
