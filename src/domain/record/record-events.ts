// Events of one record. These names and shapes are the storage format: add an upcast before changing one.
import type { Fields, Value } from '../../specification/value.js';
import type { Event } from '../event.js';

/** Field → from what to what. Computed fields are facts too: they are written down when they change. */
export type Changes = Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;

export type RecordOpened = Event<
  'record.opened',
  {
    readonly entity: string;
    readonly number: string | null;
    readonly title: string;
    readonly state: string;
    /** Every first value, those that are null left out. */
    readonly fields: Fields;
  }
>;

export type RecordChanged = Event<
  'record.changed',
  {
    /** The record's title, where the change changes it. */
    readonly title?: string;
    readonly changes: Changes;
  }
>;

export type RecordActionTaken = Event<
  'record.action-taken',
  {
    readonly action: string;
    readonly from: string;
    readonly to: string;
    readonly title?: string;
    /** Fields the action asked for, and computed ones that changed with them. */
    readonly changes: Changes;
  }
>;

export type RecordCommented = Event<'record.commented', { readonly text: string }>;

export type RecordAssigned = Event<
  'record.assigned',
  { readonly from: string | null; readonly to: string | null }
>;

/** The certificate of an erasure: what was sealed with the record's own key is unreadable from here on. The reason is in the metadata. */
export type RecordErased = Event<'record.erased', { readonly keyFingerprint: string | null }>;

export type RecordEvent =
  RecordOpened | RecordChanged | RecordActionTaken | RecordCommented | RecordAssigned | RecordErased;
