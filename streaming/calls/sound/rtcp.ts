const secondsFrom1900To1970 = 2_208_988_800;
const [senderReportType, goodbyeType, descriptionType] = [200, 203, 202];
const name = Buffer.from('calls');

/** A sender report with the name that RFC 3550 requires beside it. */
export const senderReport = (
  source: number,
  nowMs: number,
  { packets, bytes, time }: { packets: number; bytes: number; time: number },
): Buffer => {
  const report = Buffer.alloc(28 + 16 + 4);
  report.writeUInt16BE((0x80 << 8) | senderReportType, 0);
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(source, 4);
  report.writeUInt32BE((Math.floor(nowMs / 1000) + secondsFrom1900To1970) >>> 0, 8);
  report.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32) >>> 0, 12);
  report.writeUInt32BE(time, 16);
  report.writeUInt32BE(packets >>> 0, 20);
  report.writeUInt32BE(bytes >>> 0, 24);
  report.writeUInt16BE((0x81 << 8) | descriptionType, 28);
  report.writeUInt16BE(4, 30);
  report.writeUInt32BE(source, 32);
  report[36] = 1;
  report[37] = name.length;
  name.copy(report, 38);
  return report;
};

/** Whether a compound RTCP packet has a BYE. */
export const isGoodbye = (bytes: Buffer): boolean => {
  for (let at = 0; at + 4 <= bytes.length; at += 4 + 4 * bytes.readUInt16BE(at + 2)) {
    if (bytes[at]! >> 6 !== 2) return false;
    if (bytes[at + 1] === goodbyeType) return true;
  }
  return false;
};
