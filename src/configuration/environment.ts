// Imported first by the command line. NODE_ENV=production from outside means DAYBOOK_ENV=production: no examples, cookies over HTTPS only.
// The libraries run as in production always: React renders several times slower otherwise.
process.env['DAYBOOK_ENV'] ??= process.env['NODE_ENV'] === 'production' ? 'production' : 'development';
process.env['NODE_ENV'] = 'production';
