/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has begun once the click returns; the address is kept a little for slow browsers.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
