import type { AppErrorShape } from '../../server/core/errors.ts';
import { orgHeaders } from '@/lib/org-choice.ts';

export interface UploadOptions {
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  /** The share sent so far, 0–1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** A refused upload; `shape` is null if no answer of our server arrived. */
export class UploadError extends Error {
  readonly shape: AppErrorShape | null;
  readonly status: number;
  override readonly name = 'UploadError';

  constructor(status: number, shape: AppErrorShape | null) {
    super(shape?.code ?? `upload failed with ${status}`);
    this.status = status;
    this.shape = shape;
  }
}

/** Sends a file with progress, which `fetch` cannot report. Aborting rejects with an AbortError. */
export function uploadFile<Answer>(
  url: string,
  body: Blob | FormData,
  { method = 'POST', headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ ...orgHeaders(), ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Answer);
      else reject(new UploadError(request.status, refusalIn(request.response)));
    };
    request.onerror = () => reject(new UploadError(0, null));
    request.onabort = () => reject(new DOMException('upload cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) request.abort();
    else request.send(body);
  });
}

/** The HTTP layer answers `{ error: code, data, requestId }`. */
function refusalIn(body: unknown): AppErrorShape | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'string') return null;
  const { error, data, requestId } = body as {
    error: AppErrorShape['code'];
    data?: AppErrorShape['data'];
    requestId?: string;
  };
  return { code: error, data: data ?? {}, requestId: requestId ?? '' };
}
