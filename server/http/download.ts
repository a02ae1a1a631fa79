import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

export interface Download {
  type: string;
  /** File name that the browser proposes. */
  name: string;
  body: string | Buffer | Uint8Array | Readable;
  /** In bytes, where it is known before the body ends. */
  size?: number;
}

export const CSV = 'text/csv; charset=utf-8';

/** Sends a file that was made for the caller: saved, not shown, and kept by no cache. */
export const sendDownload = (reply: FastifyReply, { type, name, body, size }: Download): FastifyReply =>
  reply
    .type(type)
    .headers({
      'content-disposition': contentDisposition(name),
      ...(size === undefined ? {} : { 'content-length': size }),
      'cache-control': 'private, no-store',
      // Should a browser show it in spite of that, it runs nothing.
      'content-security-policy': "default-src 'none'; sandbox",
      vary: 'Cookie',
    })
    .send(body);
