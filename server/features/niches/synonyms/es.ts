import type { NicheWords } from '../rules.ts';

/** What people type for each niche, the name on the screen first. */
export const ES: NicheWords = {
  food: 'comida, foodie, gastronomía, gastronómico, food, comer, bloguero gastronómico, influencer gastronómico, comidista, gastro, instagramer de comida, tragón, dónde comer, culinario',
  coffee:
    'café, cafetería, barista, café de especialidad, tostador de café, latte art, espresso, cafetero, coffee shop',
  tea: 'té, salón de té, tetería, matcha, bubble tea, infusiones',
  restaurants:
    'restaurantes, restaurante, crítico gastronómico, bares y restaurantes, tapas, comer fuera, reseñas de restaurantes, bistró, mesón, hostelería, gastrobar',
  brunch: 'brunch, desayuno, desayunar, tortitas, almuerzo',
  streetFood:
    'comida callejera, street food, food truck, hamburguesa, kebab, tacos, comida rápida, burger, smash burger',
  cooking:
    'recetas y cocina, receta, cocina, cocinar, cocinero, cocinera, chef, cocinitas, cocina casera, recetas fáciles, batch cooking',
  bakery: 'panadería, pan, panadero, panadera, masa madre, obrador, croissant, bollería',
  desserts:
    'repostería y postres, postre, repostería, repostero, repostera, pastelería, pastelero, pastelera, tarta, helado, heladería, chocolate, dulces, galletas',
  vegan: 'vegano, vegana, veganismo, comida vegana, plant based, base vegetal, recetas veganas',
  vegetarian: 'vegetariano, vegetariana, sin carne, veggie, comida vegetariana',
  healthyFood:
    'comida saludable, comida sana, healthy, comer sano, realfooding, realfood, recetas saludables, alimentación saludable, alimentación sana',
  glutenFree: 'sin gluten, celíaco, celíaca, celiaco, celiaca, gluten free, singluten',
  halal: 'comida halal, halal, restaurante halal',
  wine: 'vino, enología, enólogo, enóloga, bodega, sumiller, viñedo, enoturismo, vinoteca, cata de vinos, vinos naturales, cava',
  beer: 'cerveza, cervecería, cervecero, cerveza artesanal, cerveza artesana, craft beer, birra, cervezas artesanas',
  cocktails: 'cócteles, cóctel, coctelería, bartender, mixología, barman, copas, vermut, coctelero, ginebra',
  barbecue: 'barbacoa, parrilla, asado, asador, bbq, brasas, parrillero, carne a la brasa',
  pizza:
    'pizza y cocina italiana, pizza, pizzería, pizzero, pasta, comida italiana, restaurante italiano, cocina italiana',
  asianFood:
    'cocina asiática, sushi, ramen, comida japonesa, comida china, comida coreana, comida asiática, comida tailandesa, restaurante asiático, restaurante japonés, comida india, poke',
  beauty:
    'belleza, bloguera de belleza, influencer de belleza, beauty, cosmética, cosméticos, esteticista, centro de estética, salón de belleza, estética, trucos de belleza',
  makeup: 'maquillaje, maquilladora, maquillador, makeup, mua, pintalabios, tutorial de maquillaje, maquillarse',
  skincare:
    'cuidado de la piel, skincare, cuidado facial, rutina facial, piel, cremas, acné, protector solar, sérum, limpieza facial',
  hair: 'cabello, pelo, peluquería, peluquero, peluquera, estilista, pelo rizado, método curly, peinados, cuidado del cabello, mechas, trenzas',
  barber: 'barbería, barbero, barba, barber shop, corte de hombre, afeitado, cuidado masculino',
  nails: 'uñas, manicura, nail art, manicurista, uñas de gel, salón de uñas, pedicura, uñas acrílicas',
  fragrance: 'perfumes, perfume, perfumería, fragancia, fragancias, perfumista, colonia',
  cleanBeauty:
    'cosmética natural, belleza natural, cosmética ecológica, clean beauty, cosmética bio, productos naturales de belleza',
  tattoos: 'tatuajes, tatuaje, tatuador, tatuadora, tattoo, piercing, estudio de tatuajes',
  fashion:
    'moda, fashion, bloguera de moda, influencer de moda, fashionista, estilista de moda, outfit, ootd, look, ropa, moda y estilo, tendencias',
  womensFashion: 'moda de mujer, moda femenina, ropa de mujer, vestidos, vestido, moda mujer',
  mensFashion:
    'moda de hombre, moda masculina, ropa de hombre, traje, sastre, sastrería, moda hombre, estilo masculino',
  streetwear: 'streetwear, moda urbana, ropa urbana, estilo urbano, street style',
  sneakers: 'zapatillas, sneakers, zapatos, calzado, zapatería, sneakerhead, zapatilla, deportivas',
  jewelry:
    'joyería, joyas, joya, joyero, joyera, bisutería, pendientes, relojes, collares, accesorios de moda, complementos',
  vintage:
    'vintage y segunda mano, vintage, segunda mano, ropa de segunda mano, retro, thrift, wallapop, vinted, antigüedades, rastro',
  luxury: 'lujo, alta costura, marcas de lujo, moda de lujo, bolsos de lujo, luxury',
  modestFashion: 'moda modesta, hiyab, hijab, abaya, velo islámico, modest fashion',
  plusSize: 'tallas grandes, talla grande, curvy, body positive, plus size, gordibuena',
  kidsFashion: 'moda infantil, ropa infantil, ropa de niños, ropa de bebé, moda niños',
  fitness:
    'deporte, fitness, entrenador personal, entrenadora personal, entrenamiento, entrenar, crossfit, ejercicio, rutinas en casa, vida fit, deportista',
  yoga: 'yoga, profesora de yoga, profesor de yoga, yogui, estudio de yoga, vinyasa, instructora de yoga',
  pilates: 'pilates, reformer, estudio de pilates, profesora de pilates',
  running:
    'running, correr, corredor, corredora, maratón, media maratón, runner, carreras populares, trail running, atletismo popular',
  gym: 'gimnasio y fuerza, gimnasio, gym, musculación, culturismo, pesas, fuerza, halterofilia, culturista',
  wellness: 'bienestar, vida sana, vida saludable, autocuidado, wellness, hábitos saludables, naturopatía, holístico',
  nutrition: 'nutrición, nutricionista, dietista, dieta, perder peso, adelgazar, suplementos, bajar de peso',
  mentalHealth:
    'salud mental, psicología, psicólogo, psicóloga, terapia, terapeuta, ansiedad, desarrollo personal, crecimiento personal',
  meditation: 'meditación, mindfulness, meditar, respiración consciente, atención plena',
  spa: 'spa y masajes, spa, masaje, masajes, masajista, balneario, sauna, termas, circuito termal',
  health:
    'salud, médico, médica, medicina, enfermera, enfermero, farmacia, farmacéutica, farmacéutico, dentista, fisioterapeuta, fisio, clínica, odontólogo',
  sports:
    'deportes y competición, deportes, atleta, atletismo, triatlón, rugby, balonmano, voleibol, periodista deportivo, deportivo',
  soccer: 'fútbol, futbolista, futbolero, fútbol sala, fútbol femenino, hincha, club de fútbol, futbolera',
  basketball: 'baloncesto, básquet, basket, nba, jugador de baloncesto, baloncestista, streetball',
  tennis: 'tenis, tenista, bádminton, ping pong, tenis de mesa, club de tenis',
  padel: 'pádel, jugador de pádel, club de pádel, padelero, squash, pickleball, padelera',
  cycling: 'ciclismo, ciclista, bici, bicicleta, mtb, bicicleta de montaña, gravel, btt, ciclismo de carretera',
  swimming: 'natación, nadador, nadadora, nadar, piscina, aguas abiertas, buceo',
  climbing: 'escalada, escalador, escaladora, escalar, rocódromo, boulder, alpinismo',
  surfing:
    'surf y deportes náuticos, surf, surfista, surfero, kitesurf, windsurf, paddle surf, vela deportiva, deportes náuticos, surfera',
  skiing: 'esquí y snowboard, esquí, esquiador, esquiadora, esquiar, snowboard, deportes de invierno, nieve',
  martialArts:
    'artes marciales, boxeo, boxeador, boxeadora, mma, judo, kárate, karate, jiu-jitsu, taekwondo, defensa personal, deportes de combate',
  golf: 'golf, golfista, campo de golf, club de golf',
  horseRiding: 'equitación, caballo, caballos, hípica, jinete, ecuestre, amazona, poni',
  motorsport:
    'motor y competición, fórmula 1, f1, rally, karting, motogp, automovilismo, piloto de carreras, carreras de coches',
  skateboarding: 'skate, skateboard, skater, patinaje, patinador, patinadora, monopatín, patines, longboard',
  travel:
    'viajes, viaje, viajar, viajero, viajera, bloguero de viajes, bloguera de viajes, trotamundos, turismo, vacaciones, travel, instagramer de viajes, escapadas',
  localGuide:
    'guías locales, guía local, qué hacer, planes, planes en la ciudad, rincones secretos, qué ver, planazos, guía de la ciudad, planes de fin de semana, creador local',
  hotels: 'hoteles, hotel, alojamiento, casa rural, hostal, airbnb, resort, turismo rural, casas rurales',
  budgetTravel: 'viajar barato, viajes baratos, mochilero, mochilera, vuelos baratos, viajar solo, viajes low cost',
  familyTravel: 'viajar en familia, viajes en familia, viajar con niños, vacaciones en familia, viajes con niños',
  outdoors:
    'aire libre, naturaleza, outdoor, aventura, actividades al aire libre, aventurero, aventurera, fauna, deportes de aventura',
  hiking: 'senderismo, senderista, montaña, trekking, rutas, excursiones, caminata, montañismo, montañero',
  camping:
    'camping y furgo, camping, autocaravana, furgo, camper, van life, vanlife, furgoneta camper, tienda de campaña, acampada',
  fishing: 'pesca, pescador, pescadora, pesca con mosca, pesca deportiva, carpfishing',
  home: 'hogar, muebles, menaje, cosas para casa, textil hogar, mobiliario, casa',
  interior:
    'decoración, interiorismo, interiorista, decoradora, decorador, deco, decoración de interiores, diseño de interiores, home staging',
  diy: 'bricolaje, diy, reformas, reforma, manitas, hazlo tú mismo, carpintería, carpintero, bricomanía, restauración de muebles',
  gardening: 'jardinería, jardín, jardinero, jardinera, huerto, huerto urbano, paisajismo, vivero',
  plants: 'plantas, planta, plantas de interior, suculentas, cactus, urban jungle',
  cleaning:
    'limpieza y orden, limpieza, orden en casa, organización, limpiar, trucos de limpieza, organizadora profesional',
  realEstate:
    'inmobiliaria, inmuebles, agente inmobiliario, agente inmobiliaria, pisos, vivienda, alquiler, inversión inmobiliaria, bienes raíces',
  family: 'familia, vida en familia, familia numerosa, familiar, pareja, abuelos, bloguera de familia, vida familiar',
  parenting:
    'crianza, maternidad, mamá, papá, madre, padre, mamás, padres, madres, crianza respetuosa, paternidad, niños, hijos, malasmadres, mamá bloguera',
  babies: 'bebés, bebé, recién nacido, lactancia, carrito de bebé, puericultura, guardería',
  pregnancy: 'embarazo, embarazada, futura mamá, matrona, parto, premamá, doula',
  kidsActivities:
    'actividades infantiles, juguetes, juguete, planes con niños, actividades para niños, ocio infantil, montessori, juegos infantiles, manualidades infantiles',
  pets: 'mascotas, mascota, animales, animal, veterinario, veterinaria, tienda de animales',
  dogs: 'perros, perro, perra, cachorro, perrito, adiestrador canino, canino, perruno',
  cats: 'gatos, gato, gata, gatito, gatete, felino',
  art: 'arte, artista, artistas, arte contemporáneo, escultura, escultor, escultora, galería de arte, bellas artes',
  painting:
    'pintura e ilustración, pintura, pintor, pintora, dibujo, ilustración, ilustrador, ilustradora, acuarela, dibujante, caligrafía, lettering',
  photography:
    'fotografía, fotógrafo, fotógrafa, retratos, sesión de fotos, fotografía callejera, fotografía de paisaje',
  videography:
    'vídeo, videógrafo, videógrafa, realizador, edición de vídeo, dron, producción audiovisual, audiovisual, cineasta',
  design:
    'diseño, diseñador, diseñadora, diseño gráfico, arquitectura, arquitecto, arquitecta, tipografía, diseñador gráfico',
  dance:
    'baile, danza, bailarín, bailarina, bailar, coreógrafo, coreógrafa, flamenco, salsa, bachata, escuela de baile',
  theater: 'teatro, actor, actriz, musical, ópera, artes escénicas, compañía de teatro',
  museums: 'museos y cultura, museo, cultura, exposición, exposiciones, patrimonio, cultural, agenda cultural',
  crafts: 'manualidades, artesanía, artesano, artesana, hecho a mano, velas, jabones, scrapbooking, scrap, manualidad',
  ceramics: 'cerámica, ceramista, alfarería, alfarero, alfarera, barro, gres',
  knitting: 'punto y costura, costura, tejer, ganchillo, crochet, bordado, modista, lana, costurera, coser, mercería',
  music:
    'música, músico, música en directo, cantante, guitarrista, banda, compositor, guitarra, pianista, rock, jazz, indie',
  djs: 'dj y electrónica, dj, música electrónica, electrónica, techno, house, productor musical, rave',
  hipHop: 'hip-hop, rap, rapero, rapera, hip hop, trap, freestyle, batallas de gallos',
  entertainment:
    'entretenimiento, famosos, celebrities, cultura pop, televisión, virales, prensa rosa, salseo, farándula',
  comedy:
    'humor, cómico, cómica, humorista, monólogos, monologuista, gracioso, memes, chistes, comedia, stand-up, sketches',
  movies: 'cine y series, cine, películas, película, series, cinéfilo, crítico de cine, netflix',
  books:
    'libros, libro, lectura, lector, lectora, bookstagram, booktok, booktuber, escritor, escritora, autor, autora, literatura, librería, novela, poesía, librero',
  podcasts: 'pódcast, podcast, podcaster, radio, locutor, locutora',
  anime: 'anime y cosplay, anime, manga, cosplay, cosplayer, otaku, cómics, cómic, k-pop',
  gaming:
    'videojuegos, videojuego, gamer, streamer, gaming, twitch, playstation, xbox, nintendo, minecraft, jugador de videojuegos',
  esports: 'esports, e-sports, deportes electrónicos, league of legends, jugador profesional de videojuegos, valorant',
  boardGames: 'juegos de mesa, juego de mesa, ajedrez, juegos de rol, puzles, juegos de cartas, lego',
  tech: 'tecnología, tech, tecnológico, informática, software, innovación, aplicaciones, apps, tecnologías',
  gadgets: 'gadgets y móviles, gadget, móvil, móviles, smartphone, unboxing, iphone, electrónica de consumo, domótica',
  ai: 'inteligencia artificial, ia, chatgpt, ia generativa, machine learning, herramientas de ia',
  programming:
    'programación, programador, programadora, desarrollador, desarrolladora, desarrollo web, código, programar',
  business:
    'negocios, negocio, emprendedor, emprendedora, emprendimiento, emprender, startup, pymes, pyme, autónomo, autónoma, empresa, empresario, empresaria, e-commerce',
  finance:
    'finanzas, finanzas personales, dinero, inversión, invertir, inversor, bolsa, criptomonedas, cripto, ahorro, ahorrar, bitcoin, seguros',
  marketing:
    'marketing, marketing digital, community manager, publicidad, redes sociales profesional, copywriter, seo, publicista',
  careers:
    'empleo y carrera, empleo, carrera profesional, orientación laboral, recursos humanos, teletrabajo, freelance, oposiciones, opositora',
  education:
    'educación, profesor, profesora, maestro, maestra, docente, escuela, estudiante, estudiar, universidad, clases, profe, historia',
  languageLearning:
    'idiomas, aprender inglés, profesor de inglés, profesora de inglés, idioma, clases de inglés, academia de idiomas, políglota',
  science:
    'ciencia, científico, científica, divulgación, divulgador, divulgadora, física, biología, astronomía, química',
  cars: 'coches, coche, motor, automóvil, coche eléctrico, taller mecánico, tuning, mundo del motor, carros, autos',
  motorcycles: 'motos, moto, motero, motera, motocicleta, motociclista, scooter',
  events:
    'eventos, evento, festival, organizadora de eventos, organizador de eventos, ferias, congresos, fiestas populares',
  weddings:
    'bodas, boda, novia, novias, wedding planner, vestido de novia, fotógrafo de bodas, invitada perfecta, novio',
  parties:
    'fiestas y celebraciones, fiesta, cumpleaños, globos, comuniones, comunión, bautizo, baby shower, fiestas infantiles, celebraciones',
  concerts: 'conciertos, concierto, festivales, festival de música, sala de conciertos, festivalero',
  nightlife: 'ocio nocturno, discoteca, bar, bares, noche, vida nocturna, salir de fiesta, pub, clubbing, azotea',
  flowers: 'flores, flor, florista, floristería, ramo, arte floral, ramos',
  sustainability:
    'sostenibilidad, sostenible, ecología, ecológico, residuo cero, zero waste, medio ambiente, clima, consumo responsable, moda sostenible, reciclaje, ecofriendly',
  lifestyle:
    'estilo de vida, lifestyle, vlog, vlogger, día a día, vida cotidiana, minimalismo, productividad, motivación, bloguera lifestyle',
  spirituality: 'espiritualidad, astrología, tarot, horóscopo, espiritual, religión, fe, reiki, zodiaco',
  shopping:
    'compras y ofertas, compras, ofertas, chollos, chollo, descuentos, descuento, haul, rebajas, regalos, ideas de regalo, cupones',
};
