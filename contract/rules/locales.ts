/** Locales for dates and numbers: BCP-47 tags; screens show the names of `Intl.DisplayNames`. */
export const locales: readonly string[] = (
  'af-ZA am-ET ar-AE ar-BH ar-DZ ar-EG ar-IQ ar-JO ar-KW ar-LB ar-LY ar-MA ar-OM ar-PS ar-QA ar-SA ar-SD ' +
  'ar-SY ar-TN ar-YE as-IN az-AZ be-BY bg-BG bn-BD bn-IN br-FR bs-BA ca-AD ca-ES ceb-PH cs-CZ cy-GB da-DK ' +
  'da-GL de-AT de-BE de-CH de-DE de-IT de-LI de-LU el-CY el-GR en-AE en-AU en-BB en-BS en-BW en-BZ en-CA ' +
  'en-CM en-CY en-FJ en-GB en-GH en-GI en-GY en-HK en-IE en-IL en-IN en-JM en-KE en-MT en-MU en-NA en-NG ' +
  'en-NZ en-PH en-PK en-RW en-SG en-TT en-TZ en-UG en-US en-ZA en-ZM en-ZW eo-001 es-AR es-BO es-CL es-CO ' +
  'es-CR es-CU es-DO es-EC es-ES es-GQ es-GT es-HN es-MX es-NI es-PA es-PE es-PH es-PR es-PY es-SV es-US ' +
  'es-UY es-VE et-EE eu-ES fa-AF fa-IR fi-FI fil-PH fo-FO fr-BE fr-BJ fr-CA fr-CD fr-CH fr-CI fr-CM fr-DZ ' +
  'fr-FR fr-GA fr-HT fr-LU fr-MA fr-MC fr-MG fr-ML fr-RE fr-SN fr-TN fy-NL ga-IE gd-GB gl-ES gu-IN ha-NG ' +
  'haw-US he-IL hi-IN hr-BA hr-HR hu-HU hy-AM id-ID ig-NG is-IS it-CH it-IT it-SM it-VA ja-JP jv-ID ka-GE ' +
  'kk-KZ km-KH kn-IN ko-KR ky-KG lb-LU lo-LA lt-LT lv-LV mg-MG mi-NZ mk-MK ml-IN mn-MN mr-IN ms-BN ms-MY ' +
  'ms-SG mt-MT my-MM nb-NO ne-NP nl-AW nl-BE nl-NL nl-SR nn-NO om-ET or-IN pa-IN pl-PL ps-AF pt-AO pt-BR ' +
  'pt-CH pt-CV pt-MO pt-MZ pt-PT qu-PE rm-CH ro-MD ro-RO ru-BY ru-KG ru-KZ ru-MD ru-RU ru-UA rw-RW sd-PK ' +
  'si-LK sk-SK sl-SI sn-ZW so-SO sq-AL sr-BA sr-ME sr-RS su-ID sv-AX sv-FI sv-SE sw-KE sw-TZ sw-UG ta-IN ' +
  'ta-LK ta-MY ta-SG te-IN tg-TJ th-TH ti-ER ti-ET tk-TM tr-CY tr-TR tt-RU uk-UA ur-IN ur-PK uz-UZ vi-VN ' +
  'wo-SN xh-ZA yo-NG zh-CN zh-HK zh-MO zh-SG zh-TW zu-ZA '
)
  .trim()
  .split(' ');

/** The names of all IANA time zones that this platform knows, including UTC. */
export const timeZones = (): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();
