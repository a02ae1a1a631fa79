import type { NicheWords } from '../rules.ts';

/** What people type for each niche, the name on the screen first. */
export const IT: NicheWords = {
  food: 'cibo, foodie, food, food blogger, gastronomia, gastronomico, mangiare, dove mangiare, buona forchetta, food influencer, foodblogger, enogastronomia, gastronomica, culinario',
  coffee: 'caffè, caffetteria, barista, specialty coffee, torrefazione, latte art, espresso, caffetterie, cappuccino',
  tea: 'tè, sala da tè, matcha, bubble tea, tisane, infusi',
  restaurants:
    'ristoranti, ristorante, trattoria, osteria, recensioni di ristoranti, critico gastronomico, mangiare fuori, bistrot, ristorazione, ristoratore',
  brunch: 'brunch, colazione, pancake, colazioni',
  streetFood: 'street food, cibo di strada, food truck, hamburger, kebab, panini, paninoteca, fast food, burger',
  cooking:
    'ricette e cucina, ricetta, cucina, cucinare, cuoco, cuoca, cuochi, chef, cucina casalinga, ricette facili, ricette veloci',
  bakery: 'panetteria, pane, panificio, fornaio, forno, lievito madre, panettiere, lievitati, cornetto, focaccia',
  desserts:
    'dolci e pasticceria, dolce, pasticceria, pasticcere, pasticciere, pasticcera, torta, gelato, gelateria, cioccolato, biscotti, cake design, dessert',
  vegan: 'vegano, vegana, vegan, veganesimo, cucina vegana, base vegetale, vegetale, ricette vegane',
  vegetarian: 'vegetariano, vegetariana, senza carne, veggie, cucina vegetariana',
  healthyFood:
    'mangiare sano, cibo sano, alimentazione sana, healthy, ricette light, cucina sana, ricette salutari, alimentazione corretta',
  glutenFree: 'senza glutine, celiaco, celiaca, celiachia, gluten free, celiaci',
  halal: 'cucina halal, halal, ristorante halal',
  wine: 'vino, enologia, enologo, sommelier, cantina, vigneto, enoteca, degustazione, vini naturali, vignaiolo, wine lover, prosecco',
  beer: 'birra, birrificio, birra artigianale, birraio, birreria, pub, luppolo',
  cocktails: 'cocktail, bartender, mixology, barman, aperitivo, spritz, distillati, mixologist, amari, gin',
  barbecue: 'barbecue, bbq, griglia, grigliata, braceria, carne alla brace, macelleria, macellaio, bistecca',
  pizza:
    'pizza e cucina italiana, pizza, pizzeria, pizzaiolo, pasta, pizza napoletana, cucina italiana, cucina regionale, pasta fresca',
  asianFood:
    'cucina asiatica, sushi, ramen, cucina giapponese, cucina cinese, cucina coreana, cucina thai, ristorante giapponese, ristorante cinese, cucina indiana, poke',
  beauty:
    'bellezza, beauty, beauty blogger, beauty influencer, cosmetica, cosmetici, estetista, centro estetico, salone di bellezza, estetica, consigli di bellezza',
  makeup: 'trucco, make-up, makeup, truccatrice, truccatore, make-up artist, makeup artist, mua, rossetto, truccarsi',
  skincare:
    'cura della pelle, skincare, skin care, skincare routine, pelle, crema viso, acne, trattamenti viso, siero, protezione solare, cura del viso',
  hair: 'capelli, parrucchiere, parrucchiera, acconciatura, hair stylist, capelli ricci, hairstylist, salone di parrucchiere, taglio capelli, balayage, trecce',
  barber: 'barbiere, barba, barber shop, barberia, taglio uomo, rasatura, cura della barba',
  nails: 'unghie, manicure, nail art, onicotecnica, ricostruzione unghie, smalto, pedicure, semipermanente',
  fragrance: 'profumi, profumo, profumeria, fragranze, profumi di nicchia, fragranza',
  cleanBeauty:
    'cosmesi naturale, cosmetica naturale, bellezza naturale, ecobio, eco bio, clean beauty, cosmetici bio, cosmetici naturali',
  tattoos: 'tatuaggi, tatuaggio, tatuatore, tatuatrice, tattoo, piercing, studio di tatuaggi',
  fashion:
    'moda, fashion, fashion blogger, fashion influencer, stile, stilista, outfit, ootd, look, abbigliamento, vestiti, tendenze moda, boutique',
  womensFashion: 'moda donna, moda femminile, abbigliamento donna, abiti, vestito, abito',
  mensFashion: 'moda uomo, moda maschile, abbigliamento uomo, sartoria, sarto, stile maschile, menswear',
  streetwear: 'streetwear, street style, moda urbana, stile urbano, urban style',
  sneakers: 'sneakers, sneaker, scarpe, calzature, sneakerhead, scarpe da ginnastica',
  jewelry:
    'gioielli, gioiello, gioielleria, gioielliere, orafo, bigiotteria, orecchini, orologi, collane, accessori moda',
  vintage:
    'vintage e seconda mano, vintage, seconda mano, usato, second hand, thrift, retrò, mercatini, vinted, antiquariato',
  luxury: 'lusso, alta moda, marchi di lusso, haute couture, borse firmate, moda di lusso, luxury',
  modestFashion: 'moda modest, hijab, modest fashion, abaya, velo islamico',
  plusSize: 'taglie forti, taglia forte, curvy, plus size, body positive, taglie comode',
  kidsFashion:
    'moda bambino, abbigliamento bambini, vestiti per bambini, moda bimbi, abbigliamento neonato, moda bambini',
  fitness:
    'fitness, allenamento, personal trainer, allenarsi, crossfit, workout, ginnastica, in forma, coach fitness, allenamenti a casa',
  yoga: 'yoga, insegnante di yoga, studio yoga, yogi, yogini, vinyasa, maestra di yoga',
  pilates: 'pilates, reformer, studio pilates, istruttrice di pilates',
  running: 'corsa, running, correre, runner, maratona, podista, mezza maratona, podismo, trail running, maratoneta',
  gym: 'palestra e forza, palestra, pesi, bodybuilding, culturismo, sollevamento pesi, powerlifting, gym',
  wellness: 'benessere, vita sana, wellness, cura di sé, self-care, stile di vita sano, olistico, naturopata',
  nutrition: 'nutrizione, nutrizionista, dietista, dieta, dimagrire, dietologo, integratori, perdere peso',
  mentalHealth: 'salute mentale, psicologia, psicologo, psicologa, terapia, psicoterapeuta, ansia, crescita personale',
  meditation: 'meditazione, mindfulness, meditare, respirazione consapevole, campane tibetane',
  spa: 'spa e massaggi, spa, massaggio, massaggi, massaggiatore, massaggiatrice, terme, sauna, centro benessere, hammam',
  health:
    'salute, medico, medicina, dottore, infermiere, infermiera, farmacia, farmacista, dentista, fisioterapista, clinica, dottoressa, sanità',
  sports: 'sport, sportivo, sportiva, atleta, atletica, triathlon, rugby, pallavolo, pallamano, giornalista sportivo',
  soccer: 'calcio, calciatore, calciatrice, futsal, calcetto, tifoso, pallone, calcio femminile',
  basketball: 'basket, pallacanestro, cestista, nba, basketball, giocatore di basket',
  tennis: 'tennis, tennista, badminton, ping pong, tennistavolo, circolo tennis',
  padel: 'padel, giocatore di padel, circolo padel, squash, pickleball, padelista',
  cycling: 'ciclismo, ciclista, bici, bicicletta, mtb, mountain bike, gravel, bici da corsa, cicloturismo',
  swimming: 'nuoto, nuotatore, nuotatrice, nuotare, piscina, acque libere, immersioni',
  climbing: 'arrampicata, arrampicatore, arrampicatrice, bouldering, scalata, alpinismo, alpinista, climbing',
  surfing: 'surf e vela, surf, surfista, kitesurf, windsurf, vela, velista, sup, sport acquatici',
  skiing: 'sci e snowboard, sci, sciare, sciatore, sciatrice, snowboard, sport invernali, neve',
  martialArts:
    'arti marziali, boxe, pugilato, pugile, mma, judo, karate, jiu-jitsu, difesa personale, sport da combattimento',
  golf: 'golf, golfista, campo da golf, golf club',
  horseRiding: 'equitazione, cavallo, cavalli, ippica, cavaliere, amazzone, maneggio, equestre, pony',
  motorsport:
    'motorsport, formula 1, f1, rally, motogp, automobilismo, kart, pilota automobilistico, gare automobilistiche',
  skateboarding: 'skate, skateboard, skater, pattinaggio, pattini, pattinatrice, longboard, skatepark',
  travel:
    'viaggi, viaggio, viaggiare, viaggiatore, viaggiatrice, travel blogger, turismo, vacanze, vacanza, travel, giramondo, travel influencer, gite',
  localGuide:
    'guide locali, cosa fare, guida locale, posti nascosti, cosa vedere, chicche, guida turistica, eventi in città, vita in città, fuori porta',
  hotels: 'hotel, albergo, alberghi, alloggio, b&b, agriturismo, resort, airbnb, bed and breakfast, ostello',
  budgetTravel:
    'viaggi low cost, viaggiare low cost, zaino in spalla, backpacker, voli economici, viaggi economici, viaggiare da soli',
  familyTravel:
    'viaggi in famiglia, viaggiare con bambini, viaggi con bambini, vacanze in famiglia, viaggiare in famiglia',
  outdoors: "aria aperta, natura, outdoor, avventura, attività all'aperto, avventuriero, fauna",
  hiking: 'escursionismo, trekking, escursioni, montagna, camminate, escursionista, sentieri, cammini',
  camping: 'campeggio e camper, campeggio, camper, vanlife, van life, furgonato, tenda, camperista, roulotte',
  fishing: 'pesca sportiva, pesca, pescatore, pesca a mosca, carpfishing, pescatrice',
  home: "casa, mobili, casalinghi, biancheria per la casa, complementi d'arredo",
  interior:
    "arredamento, arredamento d'interni, interior design, interior designer, arredatrice, arredatore, arredo, home decor, home staging, design d'interni",
  diy: 'fai da te, diy, bricolage, ristrutturazione, ristrutturare, falegname, falegnameria, lavori in casa, restauro',
  gardening: 'giardinaggio, giardino, giardiniere, orto, giardiniera, orto urbano, vivaio, paesaggista',
  plants: 'piante, pianta, piante da interno, piante grasse, succulente, urban jungle, piante da appartamento',
  cleaning:
    'pulizie e ordine, pulizie, pulizia, decluttering, riordino, organizzazione della casa, professional organizer, pulire, faccende di casa',
  realEstate:
    'immobiliare, immobili, agente immobiliare, agenzia immobiliare, appartamento, appartamenti, investimenti immobiliari',
  family: 'famiglia, vita in famiglia, famiglia numerosa, familiare, coppia, nonni, family blogger',
  parenting:
    'genitori, mamma, papà, mamme, genitore, madre, padre, maternità, mamma blogger, genitorialità, bambini, figli, paternità',
  babies: 'neonati, neonato, bebè, allattamento, passeggino, svezzamento, prima infanzia, asilo nido',
  pregnancy: 'gravidanza, incinta, futura mamma, ostetrica, parto, dolce attesa, doula',
  kidsActivities:
    'attività per bambini, giocattoli, giocattolo, giochi per bambini, lavoretti per bambini, montessori, attività bambini',
  pets: 'animali, animale, animali domestici, veterinario, veterinaria, negozio di animali, pet',
  dogs: 'cani, cane, cucciolo, cagnolino, educatore cinofilo, cinofilo, cuccioli, cagnolina',
  cats: 'gatti, gatto, gatta, gattino, gattini, felino',
  art: "arte, artista, artisti, arte contemporanea, scultura, scultore, galleria d'arte, belle arti, scultrice",
  painting:
    'pittura e illustrazione, pittura, pittore, pittrice, disegno, illustrazione, illustratore, illustratrice, acquerello, disegnatore, calligrafia',
  photography:
    'fotografia, fotografo, fotografa, ritratti, servizio fotografico, fotografia di strada, paesaggista fotografico',
  videography: 'video, videomaker, montaggio video, regista, drone, riprese, produzione video, filmmaker',
  design: 'design, designer, grafica, grafico, architettura, architetto, architetta, tipografia, graphic designer',
  dance:
    'danza, ballo, ballerina, ballerino, ballare, coreografo, coreografa, scuola di danza, salsa, tango, danza classica',
  theater: 'teatro, attore, attrice, recitazione, musical, opera lirica, compagnia teatrale',
  museums: 'musei e cultura, museo, cultura, mostre, mostra, patrimonio culturale, culturale, esposizione',
  crafts:
    'artigianato, fatto a mano, artigiano, artigiana, handmade, candele, lavoretti, hobbistica, creativa handmade, sapone artigianale',
  ceramics: 'ceramica, ceramista, ceramiche, vasaio, argilla, gres',
  knitting: 'maglia e cucito, maglia, cucito, uncinetto, cucire, ricamo, sarta, lana, ferri da maglia, merceria',
  music: 'musica, musicista, cantante, cantautore, cantautrice, chitarrista, band, chitarra, pianista, rock, jazz',
  djs: 'dj ed elettronica, dj, musica elettronica, techno, house, produttore musicale, elettronica',
  hipHop: 'hip-hop, rap, rapper, hip hop, trap, freestyle',
  entertainment: 'intrattenimento, vip, celebrità, gossip, televisione, tv, spettacolo, virali, cultura pop',
  comedy: 'comicità, comico, comica, umorismo, divertente, stand-up, sketch, meme, barzellette, cabaret, comici',
  movies: 'film e serie, cinema, film, serie tv, cinefilo, critico cinematografico, netflix, cinefila',
  books:
    'libri, libro, lettura, lettrice, lettore, bookstagram, booktok, scrittore, scrittrice, autore, autrice, letteratura, libreria, romanzi, poesia',
  podcasts: 'podcast, podcaster, radio, speaker radiofonico, conduttore radiofonico',
  anime: 'anime e cosplay, anime, manga, cosplay, cosplayer, otaku, fumetti, fumetto, k-pop',
  gaming:
    'videogiochi, videogioco, gamer, streamer, gaming, twitch, playstation, xbox, nintendo, giocatore di videogiochi',
  esports: 'esport, e-sport, esports, giocatore professionista, league of legends, valorant',
  boardGames: 'giochi da tavolo, gioco da tavolo, scacchi, giochi di ruolo, puzzle, giochi di carte, lego',
  tech: 'tech, tecnologia, tecnologie, informatica, software, innovazione, tecnologico, digitale, app',
  gadgets:
    'gadget e smartphone, gadget, smartphone, cellulare, telefonino, unboxing, iphone, elettronica di consumo, domotica',
  ai: 'intelligenza artificiale, ia, ai, chatgpt, ai generativa, machine learning',
  programming:
    'programmazione, programmatore, programmatrice, sviluppatore, sviluppatrice, sviluppo web, coding, codice',
  business:
    'imprese e business, business, imprenditore, imprenditrice, imprenditoria, startup, impresa, aziende, partita iva, e-commerce, piccole imprese',
  finance:
    'finanza, finanza personale, soldi, investimenti, investire, borsa, cripto, criptovalute, risparmio, risparmiare, bitcoin, assicurazioni',
  marketing:
    'marketing, marketing digitale, social media manager, pubblicità, digital marketing, copywriter, seo, comunicazione',
  careers:
    'lavoro e carriera, carriera, cercare lavoro, lavoro da remoto, risorse umane, career coach, freelance, smart working, concorsi',
  education:
    'istruzione, insegnante, professore, professoressa, maestra, maestro, scuola, studente, studentessa, studiare, università, prof, storia',
  languageLearning:
    "lingue, imparare l'inglese, insegnante di inglese, lingua straniera, corsi di lingua, poliglotta, lingue straniere",
  science:
    'scienza, scienziato, scienziata, divulgazione scientifica, divulgatore, fisica, biologia, astronomia, chimica, divulgatrice',
  cars: 'auto, automobile, automobili, macchine, auto elettrica, officina, tuning, motori, carrozzeria, concessionaria',
  motorcycles: 'moto, motociclista, motociclismo, motocicletta, scooter, biker, motociclette',
  events: 'eventi, evento, festival, organizzatrice di eventi, organizzatore di eventi, fiera, sagra, sagre, fiere',
  weddings:
    'matrimoni, matrimonio, sposa, wedding planner, abito da sposa, fotografo di matrimoni, sposi, nozze, sposo',
  parties: 'feste e compleanni, festa, compleanno, palloncini, feste per bambini, baby shower, battesimo, comunione',
  concerts: 'concerti, concerto, musica dal vivo, live music, festival musicali, musica live',
  nightlife: 'vita notturna, discoteca, bar, locali, locale notturno, serate, movida, clubbing, rooftop, pub serale',
  flowers: 'fiori, fiore, fiorista, fioraio, fioraia, bouquet, floral design, composizioni floreali, floreale',
  sustainability:
    'sostenibilità, sostenibile, ecologia, ecologico, zero waste, rifiuti zero, ambiente, clima, green, moda sostenibile, riciclo',
  lifestyle:
    'lifestyle, stile di vita, vlog, vlogger, vita quotidiana, quotidianità, minimalismo, produttività, motivazione',
  spirituality: 'spiritualità, astrologia, tarocchi, oroscopo, spirituale, religione, fede, reiki, zodiaco',
  shopping:
    'shopping e offerte, shopping, offerte, sconti, sconto, haul, saldi, regali, idee regalo, codici sconto, acquisti',
};
