/** Every address of the app. Both spellings of this machine are one app: passkeys need localhost, a second persona signs in at 127.0.0.1. */
export function trustedOrigins(appUrl: string): string[] {
  const app = new URL(appUrl);
  const twins = ['localhost', '127.0.0.1'].includes(app.hostname)
    ? ['localhost', '127.0.0.1'].map((host) => `${app.protocol}//${host}${app.port ? `:${app.port}` : ''}`)
    : [];
  return [...new Set([app.origin, ...twins])];
}
