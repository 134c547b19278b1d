import type { secondFactor as en } from '../en/secondFactor.js';

export const secondFactor: Record<keyof typeof en, string> = {
  'secondFactor.title': 'Zweiter Faktor',
  'secondFactor.what':
    'Mit einem zweiten Faktor fragt die Anmeldung nach dem Passwort noch nach einem Code aus einer App auf Ihrem Telefon. Das Passwort allein nützt anderen dann nichts.',
  'secondFactor.whatAtProvider':
    'Mit einem zweiten Faktor fragt jede Ihrer Unterschriften nach einem Code aus einer App auf Ihrem Telefon, und ebenso die Anmeldung über Ihren Anbieter, wenn die Administration das gewählt hat.',
  'secondFactor.confirmOwner':
    'Sie haben hier kein Passwort. Melden Sie sich in einem weiteren Tab noch einmal bei Ihrem Anbieter an, kommen Sie zurück, und senden Sie dieses Formular innerhalb von fünf Minuten.',
  'secondFactor.accountOnAtProvider':
    'Ein: Unterschriften fragen nach einem Code Ihrer App, und ebenso die Anmeldung, wenn die Administration das gewählt hat.',
  'secondFactor.accountOffAtProvider': 'Aus: Ihr Anbieter allein meldet Sie an.',
  'secondFactor.scan':
    'Scannen Sie das mit einer Authenticator-App, und geben Sie dann den Code ein, den die App zeigt.',
  'secondFactor.qrCode': 'QR-Code des Geheimnisses für die Authenticator-App',
  'secondFactor.orType': 'Oder tippen Sie dieses Geheimnis in die App: {secret}',
  'secondFactor.code': 'Code',
  'secondFactor.confirmHint': 'Die sechs Ziffern, die die App jetzt zeigt.',
  'secondFactor.codeHint': 'Die sechs Ziffern, die Ihre App zeigt, oder einer Ihrer Wiederherstellungscodes.',
  'secondFactor.password': 'Ihr Passwort',
  'secondFactor.setUpEnds': 'Alle Ihre anderen Sitzungen enden damit.',
  'secondFactor.turnOn': 'Einschalten',
  'secondFactor.turnOff': 'Ausschalten',
  'secondFactor.isOn':
    'Der zweite Faktor ist eingeschaltet. Die Anmeldung fragt von jetzt an nach einem Code.',
  'secondFactor.on':
    'Der zweite Faktor ist eingeschaltet. {count, plural, =0 {Es ist kein Wiederherstellungscode mehr übrig.} one {Es ist noch # Wiederherstellungscode übrig.} other {Es sind noch # Wiederherstellungscodes übrig.}}',
  'secondFactor.turnOffHint':
    'Für ein anderes Telefon oder neue Wiederherstellungscodes schalten Sie ihn aus, melden sich an und richten ihn neu ein. Mit dem Ausschalten enden alle Ihre Sitzungen.',
  'secondFactor.turnedOff': 'Der zweite Faktor ist ausgeschaltet. Melden Sie sich neu an.',
  'secondFactor.recoveryCodes': 'Wiederherstellungscodes',
  'secondFactor.keepCodes':
    'Ohne Ihr Telefon meldet jeder dieser Codes Sie einmal an. Sie werden nur jetzt gezeigt: Drucken Sie sie aus, oder bewahren Sie sie in einem Passwortmanager auf.',
  'secondFactor.codesKept': 'Ich habe sie aufbewahrt',
  'secondFactor.enterCode': 'Code eingeben',
  'secondFactor.signInAsAnother': 'Als jemand anderes anmelden',
  'secondFactor.startAgain':
    'Ihre Anmeldung hat zu lange gedauert, oder Ihr Konto hat sich geändert. Melden Sie sich neu an.',
  'secondFactor.accountOn': 'Eingeschaltet: Die Anmeldung fragt nach einem Code Ihrer App.',
  'secondFactor.accountOff': 'Ausgeschaltet: Ihr Passwort allein meldet Sie an.',
  'secondFactor.manage': 'Ändern',
  'secondFactor.setUp': 'Einrichten',
  'secondFactor.setUpFirst': 'Zweiten Faktor einrichten',
  'secondFactor.asked':
    'Die Administration verlangt von allen mit Ihren Rollen einen zweiten Faktor. Es geht weiter, sobald er eingerichtet ist.',
  'secondFactor.remember':
    'In diesem Browser {days, plural, one {# Tag} other {# Tage}} lang nicht nach einem Code fragen',
};
