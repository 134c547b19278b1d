// Streams files and puts references in their place.
import busboy from 'busboy';
import type { Request } from 'express';
import { createCountedPhrase, createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import { RefusedFile, type UploadedFile } from '#specification/field-types/uploaded-file.js';
import { FormTexts } from './request-body.js';
import { Refused } from '#domain/refusal.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

/** undefined: the input takes no file. */
export type TakeFile = (
  input: string,
  sent: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
) => Promise<UploadedFile | RefusedFile> | undefined;

const MOST_AT_ONCE = 60;
/** Starts after the indexes of files already shown. */
const FIRST = 1000;

/**
 * Sets the body and returns refused files by input. Throws `Refused` BAD_REQUEST, TOO_LARGE_REQUEST, and as `take`.
 */
export async function readMultipart(
  request: Request,
  take: TakeFile,
): Promise<ReadonlyMap<string, RefusedFile>> {
  const texts = new FormTexts();
  const notTaken = new Map<string, RefusedFile>();
  const taking: Promise<readonly [input: string, reference: string] | undefined>[] = [];
  const parser = parserFor(request);
  let failure: { readonly first: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { first: error };
    // Drain the rest: clients read the response only after sending everything.
    request.unpipe(parser);
    request.resume();
    parser.destroy();
  };
  let number = FIRST;
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    try {
      if (nameTruncated || valueTruncated) throw tooMuch(createPhrase('max.text'));
      texts.add(name, value);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('file', (name, bytes, { filename }) => {
    // Ending early must not destroy the stream: the rest of the form follows.
    const sent = { name: filename ?? '', bytes: bytes.iterator({ destroyOnReturn: false }) };
    bytes.on('error', () => {});
    // An untouched file input sends a part without name and bytes.
    const work = filename ? take(name, sent) : undefined;
    if (!work) return void bytes.resume();
    const input = `${name}.${number++}`;
    const done = (file: UploadedFile | RefusedFile) => {
      if (file instanceof RefusedFile) notTaken.set(input, file);
      bytes.resume();
      return [input, file instanceof RefusedFile ? input : file.stored.reference] as const;
    };
    const failed = (error: unknown) => {
      failure ??= { first: error };
      bytes.resume();
      return undefined;
    };
    taking.push(work.then(done).catch(failed));
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => fail(tooMuch(createCountedPhrase('files', MOST_AT_ONCE))));
  request.once('close', () => request.complete || fail(broken()));
  request.pipe(parser);
  await new Promise<void>((resolve) => {
    parser.once('error', (error) => (fail(error instanceof Refused ? error : broken()), resolve()));
    parser.once('close', resolve);
  });
  // Keep the order of selection.
  for (const taken of await Promise.all(taking)) if (taken) texts.add(taken[0], taken[1]);
  // Also on failure, so that the error page can keep what was typed.
  request.body = texts.form;
  if (failure) throw failure.first;
  return notTaken;
}

function parserFor({ headers }: Request): busboy.Busboy {
  try {
    const limits = { files: MOST_AT_ONCE, fieldSize: 1024 * 1024, fields: 20_000, fieldNameSize: 500 };
    return busboy({ headers, defParamCharset: 'utf8', limits });
  } catch {
    throw broken();
  }
}

const broken = () => createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.form-incomplete') });
const tooMuch = (max: Phrase) => createBuiltInRefusal('TOO_LARGE_REQUEST', { max });
