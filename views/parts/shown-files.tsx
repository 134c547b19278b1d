// Files on a page: where they can be had, and what of them can be seen at once.
import { type ReactNode } from 'react';
import { IconDownload } from '../icons.js';
import type { FileLink } from '../view-models/shown.js';
import { fileText } from './display-text.js';

/** In a cell: their names. */
export function fileLinks(files: readonly FileLink[]): ReactNode {
  if (files.length === 0) return <span className="db-none">–</span>;
  return files.map((file, index) => (
    <span key={index} className={file.lost ? 'db-none' : 'db-file-name'}>
      {file.href === undefined ? fileText(file) : <a href={file.href}>{file.name}</a>}
      {index < files.length - 1 && ', '}
    </span>
  ));
}

/** Whoever wants to see a document unfolds it: a page with ten of them loads none. */
export function filesInFull(files: readonly FileLink[]): ReactNode {
  return (
    <ul className="db-files">
      {files.map((file, index) => (
        <li key={index}>
          <span className="db-file">
            {file.href === undefined ? (
              <span className={file.lost && 'db-none'}>{fileText(file)}</span>
            ) : (
              <a href={file.href} download={file.name}>
                <IconDownload size={16} aria-hidden /> {file.name}
              </a>
            )}{' '}
            <span className="db-file-size">{file.size}</span>
          </span>
          {file.href !== undefined && file.shows !== undefined && (
            <Preview name={file.name} href={`${file.href}?show`} shows={file.shows} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({
  name,
  href,
  shows,
}: {
  name: string;
  href: string;
  shows: NonNullable<FileLink['shows']>;
}) {
  if (shows === 'picture')
    return (
      <a href={href}>
        <img className="db-picture" src={href} alt={name} loading="lazy" />
      </a>
    );
  return (
    <details className="db-document">
      <summary>Show it here</summary>
      <iframe src={href} title={name} loading="lazy" />
    </details>
  );
}
