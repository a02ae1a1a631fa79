/*
 * Names of large places in the eight languages, written by hand: GeoNames has them without their language.
 * Name and country in GeoNames | en | fr | es | it | pt | ru | zh | ar; an empty column is the English name in a
 * language of Latin letters, and the likeliest name of GeoNames in another.
 */
const ROWS = `
Lyon FR||||Lione|Lyon|Лион|里昂|ليون
Paris FR|||París|Parigi||Париж|巴黎|باريس
Marseille FR|||Marsella|Marsiglia|Marselha|Марсель|马赛|مرسيليا
Nice FR|||Niza|Nizza||Ницца|尼斯|نيس
Bordeaux FR|||Burdeos||Bordéus|Бордо|波尔多|بوردو
Strasbourg FR|||Estrasburgo|Strasburgo|Estrasburgo|Страсбург|斯特拉斯堡|ستراسبورغ
Toulouse FR||||Tolosa||Тулуза|图卢兹|تولوز
Nantes FR||||||Нант|南特|نانت
Lille FR||||Lilla||Лилль|里尔|ليل
Barcelona ES||Barcelone||Barcellona||Барселона|巴塞罗那|برشلونة
Madrid ES||||||Мадрид|马德里|مدريد
Sevilla ES|Seville|Séville|Sevilla|Siviglia|Sevilha|Севилья|塞维利亚|إشبيلية
Valencia ES||Valence||||Валенсия|瓦伦西亚|فالنسيا
Zaragoza ES||Saragosse||Saragozza|Saragoça|Сарагоса|萨拉戈萨|سرقسطة
Málaga ES||Malaga||Malaga||Малага|马拉加|مالقة
Bilbao ES||||||Бильбао|毕尔巴鄂|بلباو
Granada ES||Grenade||||Гранада|格拉纳达|غرناطة
Córdoba ES||Cordoue||Cordova||Кордова|科尔多瓦|قرطبة
Milan IT|||Milán|Milano|Milão|Милан|米兰|ميلانو
Rome IT|||Roma|Roma|Roma|Рим|罗马|روما
Turin IT|||Turín|Torino|Turim|Турин|都灵|تورينو
Naples IT|||Nápoles|Napoli|Nápoles|Неаполь|那不勒斯|نابولي
Florence IT|||Florencia|Firenze|Florença|Флоренция|佛罗伦萨|فلورنسا
Venice IT||Venise|Venecia|Venezia|Veneza|Венеция|威尼斯|البندقية
Bologna IT||Bologne|Bolonia||Bolonha|Болонья|博洛尼亚|بولونيا
Genoa IT||Gênes|Génova|Genova|Génova|Генуя|热那亚|جنوة
Palermo IT||Palerme||||Палермо|巴勒莫|باليرمو
Verona IT||Vérone||||Верона|维罗纳|فيرونا
London GB||Londres|Londres|Londra|Londres|Лондон|伦敦|لندن
Manchester GB||||||Манчестер|曼彻斯特|مانشستر
Edinburgh GB||Édimbourg|Edimburgo|Edimburgo|Edimburgo|Эдинбург|爱丁堡|إدنبرة
Birmingham GB||||||Бирмингем|伯明翰|برمنغهام
Glasgow GB||||||Глазго|格拉斯哥|غلاسكو
Liverpool GB||||||Ливерпуль|利物浦|ليفربول
Leeds GB||||||Лидс|利兹|ليدز
Bristol GB||||||Бристоль|布里斯托尔|بريستول
Dublin IE||||Dublino||Дублин|都柏林|دبلن
Berlin DE|||Berlín|Berlino|Berlim|Берлин|柏林|برلين
Munich DE|||Múnich|Monaco di Baviera|Munique|Мюнхен|慕尼黑|ميونخ
Hamburg DE||Hambourg|Hamburgo|Amburgo|Hamburgo|Гамбург|汉堡|هامبورغ
Köln DE|Cologne|Cologne|Colonia|Colonia|Colônia|Кёльн|科隆|كولونيا
Frankfurt am Main DE|Frankfurt|Francfort|Fráncfort|Francoforte|Frankfurt|Франкфурт-на-Майне|法兰克福|فرانكفورت
Stuttgart DE||||Stoccarda|Estugarda|Штутгарт|斯图加特|شتوتغارت
Düsseldorf DE|||||Dusseldorf|Дюссельдорф|杜塞尔多夫|دوسلدورف
Leipzig DE||||Lipsia||Лейпциг|莱比锡|لايبزيغ
Dresden DE||Dresde|Dresde|Dresda|Dresden|Дрезден|德累斯顿|درسدن
Nuremberg DE||Nuremberg|Núremberg|Norimberga|Nuremberga|Нюрнберг|纽伦堡|نورنبرغ
Amsterdam NL|||Ámsterdam||Amsterdã|Амстердам|阿姆斯特丹|أمستردام
Rotterdam NL|||Róterdam||Roterdã|Роттердам|鹿特丹|روتردام
The Hague NL||La Haye|La Haya|L'Aia|Haia|Гаага|海牙|لاهاي
Brussels BE||Bruxelles|Bruselas|Bruxelles|Bruxelas|Брюссель|布鲁塞尔|بروكسل
Antwerp BE||Anvers|Amberes|Anversa|Antuérpia|Антверпен|安特卫普|أنتويرب
Luxembourg LU|||Luxemburgo|Lussemburgo|Luxemburgo|Люксембург|卢森堡|لوكسمبورغ
Zürich CH|Zurich|Zurich|Zúrich|Zurigo|Zurique|Цюрих|苏黎世|زيورخ
Geneva CH||Genève|Ginebra|Ginevra|Genebra|Женева|日内瓦|جنيف
Basel CH||Bâle|Basilea|Basilea|Basileia|Базель|巴塞尔|بازل
Bern CH||Berne|Berna|Berna|Berna|Берн|伯尔尼|برن
Vienna AT||Vienne|Viena|Vienna|Viena|Вена|维也纳|فيينا
Salzburg AT||Salzbourg|Salzburgo|Salisburgo|Salzburgo|Зальцбург|萨尔茨堡|سالزبورغ
Lisbon PT||Lisbonne|Lisboa|Lisbona|Lisboa|Лиссабон|里斯本|لشبونة
Porto PT|||Oporto|||Порту|波尔图|بورتو
Braga PT||||||Брага|布拉加|براغا
Copenhagen DK||Copenhague|Copenhague|Copenaghen|Copenhague|Копенгаген|哥本哈根|كوبنهاغن
Stockholm SE|||Estocolmo|Stoccolma|Estocolmo|Стокгольм|斯德哥尔摩|ستوكهولم
Gothenburg SE||Göteborg|Gotemburgo|Göteborg|Gotemburgo|Гётеборг|哥德堡|غوتنبرغ
Oslo NO||||||Осло|奥斯陆|أوسلو
Helsinki FI||||||Хельсинки|赫尔辛基|هلسنكي
Warsaw PL||Varsovie|Varsovia|Varsavia|Varsóvia|Варшава|华沙|وارسو
Kraków PL|Krakow|Cracovie|Cracovia|Cracovia|Cracóvia|Краков|克拉科夫|كراكوف
Prague CZ|||Praga|Praga|Praga|Прага|布拉格|براغ
Budapest HU||||||Будапешт|布达佩斯|بودابست
Bucharest RO||Bucarest|Bucarest|Bucarest|Bucareste|Бухарест|布加勒斯特|بوخارست
Sofia BG||||||София|索非亚|صوفيا
Belgrade RS|||Belgrado|Belgrado|Belgrado|Белград|贝尔格莱德|بلغراد
Athens GR||Athènes|Atenas|Atene|Atenas|Афины|雅典|أثينا
Istanbul TR|||Estambul||Istambul|Стамбул|伊斯坦布尔|إسطنبول
Ankara TR||||Ancara|Ancara|Анкара|安卡拉|أنقرة
Kyiv UA||Kiev|Kiev|Kiev|Kiev|Киев|基辅|كييف
Moscow RU||Moscou|Moscú|Mosca|Moscou|Москва|莫斯科|موسكو
Saint Petersburg RU|St. Petersburg|Saint-Pétersbourg|San Petersburgo|San Pietroburgo|São Petersburgo|Санкт-Петербург|圣彼得堡|سانت بطرسبرغ
Almaty KZ||||||Алматы|阿拉木图|ألماتي
Tbilisi GE||Tbilissi|Tiflis|||Тбилиси|第比利斯|تبليسي
Yerevan AM||Erevan|Ereván|Erevan|Erevan|Ереван|埃里温|يريفان
Minsk BY||||||Минск|明斯克|مينسك
Austin US||||||Остин|奥斯汀|أوستن
New York City US|New York||Nueva York||Nova York|Нью-Йорк|纽约|نيويورك
Los Angeles US|||Los Ángeles|||Лос-Анджелес|洛杉矶|لوس أنجلوس
Chicago US||||||Чикаго|芝加哥|شيكاغو
Miami US||||||Майами|迈阿密|ميامي
San Francisco US||||||Сан-Франциско|旧金山|سان فرانسيسكو
Philadelphia US||Philadelphie|Filadelfia|Filadelfia|Filadélfia|Филадельфия|费城|فيلادلفيا
New Orleans US||La Nouvelle-Orléans|Nueva Orleans||Nova Orleans|Новый Орлеан|新奥尔良|نيو أورلينز
Washington US|Washington, D.C.|Washington|Washington D. C.|Washington|Washington|Вашингтон|华盛顿|واشنطن
Boston US||||||Бостон|波士顿|بوسطن
Seattle US||||||Сиэтл|西雅图|سياتل
Houston US||||||Хьюстон|休斯敦|هيوستن
Dallas US||||||Даллас|达拉斯|دالاس
Denver US||||||Денвер|丹佛|دنفر
Las Vegas US||||||Лас-Вегас|拉斯维加斯|لاس فيغاس
Toronto CA||||||Торонто|多伦多|تورونتو
Montréal CA|Montreal|Montréal|Montreal|Montréal|Montreal|Монреаль|蒙特利尔|مونتريال
Vancouver CA||||||Ванкувер|温哥华|فانكوفر
Ottawa CA||||||Оттава|渥太华|أوتاوا
Mexico City MX||Mexico|Ciudad de México|Città del Messico|Cidade do México|Мехико|墨西哥城|مدينة مكسيكو
Guadalajara MX||||||Гвадалахара|瓜达拉哈拉|غوادالاخارا
São Paulo BR||||San Paolo||Сан-Паулу|圣保罗|ساو باولو
Rio de Janeiro BR|||Río de Janeiro|||Рио-де-Жанейро|里约热内卢|ريو دي جانيرو
Buenos Aires AR||||||Буэнос-Айрес|布宜诺斯艾利斯|بوينس آيرس
Bogotá CO||Bogota|||||波哥大|بوغوتا
Medellín CO||||||Медельин|麦德林|ميديلين
Lima PE||||||Лима|利马|ليما
Santiago CL||||||Сантьяго|圣地亚哥|سانتياغو
Caracas VE||||||Каракас|加拉加斯|كاراكاس
Havana CU||La Havane|La Habana|L'Avana|Havana|Гавана|哈瓦那|هافانا
Tokyo JP|||Tokio||Tóquio|Токио|东京|طوكيو
Osaka JP||||||Осака|大阪|أوساكا
Kyoto JP|||Kioto||Quioto|Киото|京都|كيوتو
Seoul KR||Séoul|Seúl||Seul|Сеул|首尔|سيول
Beijing CN||Pékin|Pekín|Pechino|Pequim|Пекин|北京|بكين
Shanghai CN|||Shanghái||Xangai|Шанхай|上海|شانغهاي
Guangzhou CN||Canton|Cantón|Canton|Cantão|Гуанчжоу|广州|غوانزو
Shenzhen CN||||||Шэньчжэнь|深圳|شنجن
Hong Kong HK||||||Гонконг|香港|هونغ كونغ
Taipei TW||||||Тайбэй|台北|تايبيه
Singapore SG||Singapour|Singapur||Singapura|Сингапур|新加坡|سنغافورة
Bangkok TH||||||Бангкок|曼谷|بانكوك
Jakarta ID||||Giacarta|Jacarta|Джакарта|雅加达|جاكرتا
Manila PH||Manille|||||马尼拉|مانيلا
Ho Chi Minh City VN||Hô-Chi-Minh-Ville|Ciudad Ho Chi Minh|Ho Chi Minh|Cidade de Ho Chi Minh|Хошимин|胡志明市|هو تشي منه
Delhi IN||||||Дели|德里|دلهي
Mumbai IN||Bombay|Bombay||Mumbai|Мумбаи|孟买|مومباي
Sydney AU||||||Сидней|悉尼|سيدني
Melbourne AU||||||Мельбурн|墨尔本|ملبورن
Auckland NZ||||||Окленд|奥克兰|أوكلاند
Dubai AE||Dubaï|Dubái|||Дубай|迪拜|دبي
Abu Dhabi AE||Abou Dabi|Abu Dabi||Abu Dabi|Абу-Даби|阿布扎比|أبو ظبي
Doha QA||||||Доха|多哈|الدوحة
Riyadh SA||Riyad|Riad|Riad|Riad|Эр-Рияд|利雅得|الرياض
Jeddah SA||Djeddah|Yeda|Gedda|Jidá|Джидда|吉达|جدة
Makkah SA|Mecca|La Mecque|La Meca|La Mecca|Meca|Мекка|麦加|مكة المكرمة
Kuwait City KW||Koweït|Ciudad de Kuwait|Madinat al-Kuwait|Cidade do Kuwait|Эль-Кувейт|科威特城|مدينة الكويت
Muscat OM||Mascate|Mascate|Mascate|Mascate|Маскат|马斯喀特|مسقط
Manama BH||||||Манама|麦纳麦|المنامة
Cairo EG||Le Caire|El Cairo|Il Cairo|Cairo|Каир|开罗|القاهرة
Alexandria EG||Alexandrie|Alejandría|Alessandria d'Egitto|Alexandria|Александрия|亚历山大|الإسكندرية
Casablanca MA||||||Касабланка|卡萨布兰卡|الدار البيضاء
Rabat MA||||||Рабат|拉巴特|الرباط
Marrakesh MA||Marrakech|Marrakech|Marrakech|Marraquexe|Марракеш|马拉喀什|مراكش
Tunis TN|||Túnez|Tunisi|Tunes|Тунис|突尼斯|تونس
Algiers DZ||Alger|Argel|Algeri|Argel|Алжир|阿尔及尔|الجزائر
Beirut LB||Beyrouth|||Beirute|Бейрут|贝鲁特|بيروت
Amman JO|||Amán||Amã|Амман|安曼|عمان
Damascus SY||Damas|Damasco|Damasco|Damasco|Дамаск|大马士革|دمشق
Baghdad IQ||Bagdad|Bagdad|Baghdad|Bagdá|Багдад|巴格达|بغداد
Jerusalem IL||Jérusalem|Jerusalén|Gerusalemme|Jerusalém|Иерусалим|耶路撒冷|القدس
Tel Aviv IL||Tel-Aviv||||Тель-Авив|特拉维夫|تل أبيب
Tehran IR||Téhéran|Teherán|Teheran|Teerã|Тегеран|德黑兰|طهران
Cape Town ZA||Le Cap|Ciudad del Cabo|Città del Capo|Cidade do Cabo|Кейптаун|开普敦|كيب تاون
Johannesburg ZA|||Johannesburgo||Joanesburgo|Йоханнесбург|约翰内斯堡|جوهانسبرغ
Nairobi KE||||||Найроби|内罗毕|نيروبي
Lagos NG||||||Лагос|拉各斯|لاغوس
Accra GH||||Accra|Acra|Аккра|阿克拉|أكرا
Addis Ababa ET||Addis-Abeba|Adís Abeba|Addis Abeba|Adis Abeba|Аддис-Абеба|亚的斯亚贝巴|أديس أبابا
`;

/** Further names, by the same key. */
export const FURTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'Kuwait City KW': ['Koweït City', 'Kuwait-Stadt'],
  'Mexico City MX': ['Ville de Mexico', 'Мехико-Сити'],
  'Munich DE': ['München', 'ميونيخ'],
  'Amsterdam NL': ['Amesterdão'],
  'New York City US': ['Nova Iorque', 'نيو يورك'],
  'Abu Dhabi AE': ['أبوظبي'],
  'Saint Petersburg RU': ['Питер'],
};

const LANGUAGES = ['en', 'fr', 'es', 'it', 'pt', 'ru', 'zh', 'ar'] as const;

/** By name and country in GeoNames: "Lyon FR". */
export const COMMON_NAMES: Readonly<Record<string, Partial<Record<(typeof LANGUAGES)[number], string>>>> =
  Object.fromEntries(
    ROWS.trim()
      .split('\n')
      .map((row) => {
        const [place = '', ...names] = row.split('|');
        return [
          place,
          Object.fromEntries(LANGUAGES.flatMap((language, i) => (names[i] ? [[language, names[i]]] : []))),
        ];
      }),
  );
