// What expressions call the types of some values, where the library or fields call them otherwise.

export const TIMESTAMP = 'google.protobuf.Timestamp';
export const USER_TYPE = 'user';
