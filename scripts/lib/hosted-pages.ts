/** Fills and sends the forms of the payment provider's hosted pages, like a browser. */

async function submit(url: string, fill: Record<string, string>): Promise<Response> {
  const page = await fetch(url, { redirect: 'manual' });
  if (page.status >= 300 && page.status < 400) return page;
  const html = await page.text();
  if (!page.ok) throw new Error(`the hosted page answered ${page.status}`);
  const form = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1];
    const name = attribute('name');
    const unchecked = /type="(radio|checkbox)"/.test(input) && !/\schecked\b/.test(input);
    if (name && !unchecked) form.set(name, attribute('value') ?? '');
  }
  for (const [name, value] of Object.entries(fill)) form.set(name, value);
  return fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/**
 * Pays a checkout with a test card; resolves once the provider sent the payer back. Throws when the card was declined.
 */
export async function payHostedPage(url: string, card = '4242424242424242'): Promise<void> {
  const answer = await submit(url, { cardnumber: card });
  if (answer.status >= 300 && answer.status < 400) return;
  throw new Error(`the hosted payment page answered ${answer.status}`);
}

/** Completes a payee's onboarding with the test bank account that the page proposes. */
export async function completeOnboarding(url: string): Promise<void> {
  const answer = await submit(url, { outcome: 'complete' });
  if (answer.status < 300 || answer.status >= 400)
    throw new Error(`the hosted onboarding page answered ${answer.status}`);
}
