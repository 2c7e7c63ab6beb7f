import { createSocket } from 'node:dgram';

/*
 * A stranger in its own process: `stranger-load.ts <SIP port> <address> <a second>` sends OPTIONS from an address of no
 * line, and reports by message how many answers came.
 */
const [sipPort, address, perSecond] = [Number(process.argv[2]), process.argv[3]!, Number(process.argv[4])];
const host = '127.0.0.1';
const socket = createSocket('udp4');
const counts = { sent: 0, answers: 0 };
const started = performance.now();

const message = (number: number): string =>
  [
    ...[`OPTIONS sip:${number}@${host} SIP/2.0`, `Via: SIP/2.0/UDP ${address}:5060;branch=z9hG4bK${number};rport`],
    ...[`From: <sip:scanner@${address}>;tag=${number}`, `To: <sip:${number}@${host}>`, `Call-ID: ${number}`],
    ...['CSeq: 1 OPTIONS', `Contact: <sip:scanner@${address}>`, 'Accept: application/sdp', 'Max-Forwards: 70'],
    ...['User-Agent: friendly-scanner', 'Content-Length: 0', '', ''],
  ].join('\r\n');

socket.on('error', () => undefined).on('message', () => (counts.answers += 1));
socket.bind(0, address, () => {
  socket.connect(sipPort, host, () => {
    setInterval(() => {
      const due = ((performance.now() - started) / 1000) * perSecond;
      for (; counts.sent < due; counts.sent++) socket.send(message(counts.sent));
    }, 1);
    process.send?.({ type: 'in' });
  });
});
process.on('message', () => process.send?.({ type: 'report', ...counts }));
process.on('disconnect', () => process.exit());
