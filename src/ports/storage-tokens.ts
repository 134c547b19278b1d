export const EVENT_STORE = Symbol('EventStore');

export const PERSONAL_DATA = Symbol('PersonalData');

export const FILES = Symbol('FileStore');
