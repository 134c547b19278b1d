export const notices = {
  'notices.title': 'Your notifications',
  'notices.settings': 'Notification settings',
  'notices.noneHint': 'Reminders and other mails to you appear here, unless you choose otherwise.',
  'notices.byMail': 'By mail, and here',
  'notices.here': 'Here only',
  'notices.neither': 'Not at all',
  'notices.mailHint':
    'Mails go to your sign-in name if it is a mail address. If it is none, you find them here only.',
  'notices.save': 'Save settings',
  'notices.notice': 'Notification',
  'notices.saved': 'Your settings are saved.',
};
