import { condition, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';

const { touch } = proxyActivities<{ touch(): Promise<string> }>({ startToCloseTimeout: '30s' });

export const go = defineSignal('go');

/** The reference: start, activity, signal, timer, activity, and nothing else. */
export async function bare(): Promise<void> {
  let gone = false;
  setHandler(go, () => void (gone = true));
  await touch();
  await condition(() => gone);
  await sleep(1);
  await touch();
}
