export const CEL_TIMESTAMP_TYPE = 'google.protobuf.Timestamp';
export const CEL_USER_TYPE = 'user';
