import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '../../core/errors.ts';
import type { Storage } from './storage.ts';

export interface S3Options {
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Held in memory at a time. S3 takes parts from 5 MiB on, 10,000 of them: 78 GiB in all. */
const PART_BYTES = 8 * 1024 ** 2;

/** The stream in pieces of exactly PART_BYTES, the last one shorter; one empty piece for an empty stream. */
async function* partsOf(body: Readable): AsyncGenerator<Buffer, void, void> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    held.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART_BYTES);
      held = [all.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  yield Buffer.concat(held);
}

/** Answers of S3-compatible servers without space: WebDAV's status, or a code of their own. */
const NO_ROOM_STATUS = 507;
const NO_ROOM_CODES = ['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded', 'InsufficientStorage'];

function throwFull(error: unknown): never {
  const full =
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === NO_ROOM_STATUS || NO_ROOM_CODES.includes(error.name));
  throw full ? new AppError('file.no_room', { field: 'file' }) : error;
}

/**
 * S3-compatible storage. Objects of one part are put at once, larger ones as a multipart upload that a failure aborts.
 */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client({
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Not every S3-compatible server supports the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
  });
  const Bucket = options.bucket;

  async function putInParts(
    Key: string,
    first: Buffer,
    rest: AsyncGenerator<Buffer, void, void>,
    mime: string,
  ): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: mime }));
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    const upload = async (Body: Buffer): Promise<void> => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    };
    try {
      await upload(first);
      for await (const part of rest) if (part.length > 0) await upload(part);
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      // Parts of an incomplete upload would be stored, and charged, for ever.
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
      throw error;
    }
  }

  return {
    async put(key, body, mime) {
      const hash = createHash('sha256');
      let size = 0;
      async function* measured(): AsyncGenerator<Buffer, void, void> {
        for await (const part of partsOf(body)) {
          size += part.length;
          hash.update(part);
          yield part;
        }
      }
      const parts = measured();
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      const stored =
        first.length < PART_BYTES
          ? client.send(new PutObjectCommand({ Bucket, Key: key, Body: first, ContentType: mime }))
          : putInParts(key, first, parts, mime);
      await stored.catch(throwFull);
      return { size, sha256: hash.digest('hex') };
    },
    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }));
      if (!(Body instanceof Readable)) throw new Error(`no such object: ${key}`);
      return Body;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
  };
}
