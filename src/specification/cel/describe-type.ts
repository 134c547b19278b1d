const TYPE_WORDS: Readonly<Record<string, string>> = {
  bool: 'true or false',
  int: 'a whole number',
  double: 'a number',
  decimal: 'a decimal number',
  string: 'text',
  date: 'a day',
  period: 'a period of time',
  workdays: 'a number of working days',
  null: 'nothing',
  user: 'a user',
  'google.protobuf.Timestamp': 'a moment in time',
  'google.protobuf.Duration': 'a span of time',
};

export function describeType(type: string): string {
  const known = TYPE_WORDS[type];
  if (known !== undefined) return known;
  if (type.startsWith('money.')) return `money in ${type.slice('money.'.length)}`;
  if (type.startsWith('row.')) return `a row of ${type.split('.').at(-1)}`;
  if (type.startsWith('record.')) return `a whole ${type.slice('record.'.length)}`;
  if (type.startsWith('list')) return 'a list';
  if (type.startsWith('map')) return 'a map';
  return type;
}
