/** Service workers of earlier versions would serve old pages forever. */
export async function forgetServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? [];
  for (const registration of registrations) await registration.unregister();
}
